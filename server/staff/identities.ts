import { unlinkIdentities } from '#server/auth/identities.ts'
import { lockAccountRow } from '#server/clients/rows.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { staffMemberOrThrow, workplacesOf } from '#server/memberships/members.ts'
import { auditStaff } from '#server/offers/offers.ts'

/**
 * Unlinks a member's identities at the issuer, for example after the issuer gave the person a new account. The next
 * sign-in there links again, by the verified address. The audit trail of each workplace records it. Throws `not-found`,
 * and `conflict` if there is no identity.
 */
export async function unlinkStaffIdentities(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId: onlyPracticeId, by, now }: { practiceId: string; by: Actor; now: Date },
): Promise<void> {
  await lockAccountRow(trx, accountId)
  const workplaces = await workplacesOf(trx, accountId)
  if (!workplaces.includes(onlyPracticeId)) throw new ProblemError('not-found')
  if (!(await unlinkIdentities(trx, { accountId, now }))) throw new ProblemError('conflict')
  for (const practiceId of workplaces)
    await auditStaff(trx, 'identity-unlinked', await staffMemberOrThrow(trx, practiceId, accountId), {
      practiceId,
      by,
      now,
    })
}
