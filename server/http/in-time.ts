/** Undefined on a failure or a time-out. */
export async function inTime<T>(answer: Promise<T>, withinMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), withinMs)))
  return await Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
