import { ValidationError } from 'yup'
import { canonicalUsername } from '#contract/email.ts'
import { practiceSchema } from '#contract/schemas/practice.ts'
import { staffSchema } from '#contract/schemas/user.ts'
import { CommandError, UsageError } from '#server/cli/command.ts'
import { howToAccept, saveStaffIn } from '#server/cli/user/save-staff.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { flagReason } from '#server/import/reasons.ts'
import type { Settings } from '#server/node/settings.ts'
import { addPractice, auditAddition, practiceIdOf } from '#server/practice/add.ts'

interface AddOptions {
  id?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  website?: string | undefined
  admin?: string | undefined
  'first-name'?: string | undefined
  'last-name'?: string | undefined
  language?: string | undefined
}

/** Options whose name is not that of their field. */
const OPTIONS: Readonly<Record<string, string>> = {
  name: 'NAME',
  username: '--admin',
  firstName: '--first-name',
  lastName: '--last-name',
}

const schema = practiceSchema
  .pick(['id', 'name', 'phone', 'email', 'website'])
  .concat(staffSchema.pick(['username', 'firstName', 'lastName', 'language']))

function readAddition(name: string, options: AddOptions, usage: string) {
  const { id = practiceIdOf(name), admin, 'first-name': firstName, 'last-name': lastName, ...same } = options
  try {
    return schema.validateSync({ ...same, name, id, username: admin, firstName, lastName }, { strict: true })
  } catch (error) {
    if (!ValidationError.isError(error)) throw error
    const { path = '' } = error
    throw new UsageError(`${OPTIONS[path] ?? `--${path}`} ${flagReason(error.message, error.params).reason}`, usage)
  }
}

/** Adds a practice, and offers its administration to a person. Prints how the person accepts. */
export async function add(
  db: Database,
  { publicUrl }: Settings,
  { name, options, usage }: { name: string; options: AddOptions; usage: string },
): Promise<void> {
  const { username, firstName, lastName, language, id, ...practice } = readAddition(name, options, usage)
  const now = new Date()
  const { practiceId, accept } = await inTransaction(db, async (trx) => {
    const practiceId = options.id ?? (await freeId(trx, id))
    if (!(await addPractice(trx, { ...practice, id: practiceId })))
      throw new CommandError(`There is a practice ${practiceId} already.`)
    await auditAddition(trx, { practiceId, now })
    const staff = { username, firstName, lastName, language, practiceId, roles: ['CLINIC_ADMIN' as const] }
    const saved = await saveStaffIn(trx, staff, now)
    const about = { ...saved, practiceId, username: canonicalUsername(username), publicUrl, now }
    return { practiceId, accept: await howToAccept(trx, about) }
  })
  console.log(`${practiceId} (${name}) was added. ${username} was offered its administration.\n${accept}`)
}

/** Returns the id, with a number if another practice has it. */
async function freeId(trx: DatabaseTransaction, first: string): Promise<string> {
  const rows = await trx.selectFrom('practice').select('id').where('id', 'like', `${first}%`).execute()
  const taken = new Set(rows.map(({ id }) => id))
  let id = first
  for (let number = 2; taken.has(id); number += 1) id = `${first}-${number}`
  return id
}
