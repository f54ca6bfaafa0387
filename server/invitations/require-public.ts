import { ProblemError } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'

/** Throws `local-address` if the recipient of an invitation could not open its link. */
export function requirePublic({ isLocal }: Pick<Ports['settings'], 'isLocal'>): void {
  if (isLocal) throw new ProblemError('local-address')
}
