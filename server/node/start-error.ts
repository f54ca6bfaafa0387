/** Reason why the server does not start; printed as one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether to print the message without a stack trace. */
export const isStartProblem = (error: unknown): error is StartError | SettingsError =>
  error instanceof StartError || error instanceof SettingsError

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  ECONNREFUSED: 'nothing answers there',
  EEXIST: 'a file is in its place',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in its place',
  ENOTFOUND: 'no such host',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

/** Returns the reason of a system error in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error.message || code)
}

/** Runs one step of the start and wraps its error in a `StartError` that begins with `what`. */
export async function withStartError<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (isStartProblem(error) || !(error instanceof Error)) throw error
    throw new StartError(`${what}: ${reasonOf(error)}`)
  }
}

/** An invalid setting; printed without a stack trace. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
