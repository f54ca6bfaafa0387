import { ignoreRepeatedPresses } from './lib/repeated-presses.ts'
import { watchUncaught } from './lib/uncaught.ts'

// What no first screen waits for. It is fetched as soon as that is there, so that it is at hand without a connection too.
export { Failure } from './routes/-parts/failure.tsx'

/** Wires what guards a person's presses and tells of what nobody caught. Returns how to disconnect it. */
export function connectLater(): () => void {
  const wires = [ignoreRepeatedPresses(), watchUncaught()]
  return () => {
    for (const disconnect of wires) disconnect()
  }
}
