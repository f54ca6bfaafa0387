export const LATENCIES = [0, 400, 2000, 10_000] as const
export const FAILURES = ['none', 'tenth', 'third', 'offline'] as const

export interface Switches {
  /** Added latency in milliseconds. */
  latency: number
  /** Share of calls that fail. */
  failures: (typeof FAILURES)[number]
}

const NAME = 'dierenportaal-demo'
const AT_REST: Switches = { latency: 0, failures: 'none' }

export function readSwitches(): Switches {
  return { ...AT_REST, ...(JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<Switches>) }
}

export function changeSwitches(change: Partial<Switches>): void {
  sessionStorage.setItem(NAME, JSON.stringify({ ...readSwitches(), ...change }))
}

let calls = 0

/** Waits for the latency of the switches, and returns an error response if the call should fail. */
export async function injectFault(): Promise<Response | undefined> {
  const { latency, failures } = readSwitches()
  if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency))
  if (failures === 'none') return undefined
  if (failures === 'offline') return Response.error()
  calls += 1
  if (calls % (failures === 'third' ? 3 : 10) !== 0) return undefined
  return Response.json({ code: 'unavailable', status: 503 }, { status: 503 })
}

/** Clears session storage except for the switches, before another persona signs in. */
export function clearPersona(): void {
  for (const name of Object.keys(sessionStorage)) if (name !== NAME) sessionStorage.removeItem(name)
}
