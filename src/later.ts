import { watchUncaught } from './lib/uncaught.ts'

// What no first screen waits for. It is fetched as soon as that is there, so that it is at hand without a connection too.
export { Failure } from './routes/-parts/failure.tsx'

/** Wires what tells of errors that were not caught. Returns how to disconnect it. */
export const connectLater = (): (() => void) => watchUncaught()
