// A thread that answers one kind of call, never answers another, and dies of a third.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ kind, message }) => {
  if (kind === 'end' || message.call === 'die') process.exit(3);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node is no window.
  if (message.call === 'echo') parentPort.postMessage({ kind: 'answer', id: message.id, answer: 'echo' });
});
