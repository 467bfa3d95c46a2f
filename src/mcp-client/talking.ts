// Talking to a server: loaded when one is really started or called, since it loads the protocol.
export { addressTransport, otherOrigin, type Address, type AddressTransport, type Heard } from './address-transport.ts';
export { isMachineLimit, machineLimitText, networkFailure, noAnswer, type NetworkFailure } from './network-failure.ts';
export { programTransport, tooLarge, type ProgramTransport } from './program-transport.ts';
export { outputRedactor, type OutputRedactor } from './redact-output.ts';
export { endlessList, listTools, noTimeout, sdkClient } from './sdk-client.ts';
export { timeBox, type TimeBox } from './time-box.ts';
