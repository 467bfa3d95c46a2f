// A thread that answers one kind of call, never answers another, and dies of a third.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ kind, message }) => {
  if (kind === 'end' || message.call === 'die') process.exit(3);
  if (message.call === 'echo') parentPort.postMessage({ kind: 'answer', id: message.id, answer: 'echo' });
});
