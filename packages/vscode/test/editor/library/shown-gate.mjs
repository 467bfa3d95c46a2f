/** Waits for a gate, and notes how it is shown. */
export async function shownGate({ note, picture }, window, gate, wanted) {
  const { text, label, icon, background, ms } = await window.statusIs(wanted);
  note(gate, 'status bar', `${icon} "${text}" (${background}): ${label}; ${ms} ms after its cause`);
  await picture(window, gate.replaceAll(' ', '-'));
  return { background };
}
