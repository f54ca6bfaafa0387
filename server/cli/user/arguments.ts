import { ValidationError } from 'yup'
import { LANGUAGES } from '#contract/languages.ts'
import { type Staff, staffSchema } from '#contract/schemas/user.ts'
import { UsageError, readOptions, usageOf } from '#server/cli/command.ts'
import { flagReason } from '#server/import/reasons.ts'

const USAGE = usageOf(
  'user',
  `EMAIL --practice ID --role CLINIC_ADMIN|CLINIC_USER (or --deactivate; --reset-factor without either)
         [--first-name NAME] [--last-name NAME] [--language ${LANGUAGES.join('|')}]`,
)

const OPTIONS = {
  practice: { type: 'string' },
  role: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  language: { type: 'string' },
  deactivate: { type: 'boolean' },
  'reset-factor': { type: 'boolean' },
} as const

const leavingSchema = staffSchema.pick(['username', 'practiceId'])

export type Leaving = Pick<Staff, 'username' | 'practiceId'> & { deactivate: true }

export type Reset = Pick<Staff, 'username'> & { resetFactor: true }

export function readStaff(args: string[]): Staff | Leaving | Reset {
  const { values, positionals } = readOptions({ args, allowPositionals: true, options: OPTIONS }, USAGE)
  if (positionals.length !== 1) throw new UsageError('', USAGE)
  try {
    if (values['reset-factor']) {
      const { username } = staffSchema.pick(['username']).validateSync({ username: positionals[0] }, { strict: true })
      return { username, resetFactor: true }
    }
    if (values.deactivate) {
      const { username, practiceId } = leavingSchema.validateSync(
        { username: positionals[0], practiceId: values.practice },
        { strict: true },
      )
      return { username, practiceId, deactivate: true }
    }
    return staffSchema.validateSync(
      {
        username: positionals[0],
        practiceId: values.practice,
        roles: values.role === undefined ? [] : [values.role],
        firstName: values['first-name'],
        lastName: values['last-name'],
        language: values.language,
      },
      { strict: true },
    )
  } catch (error) {
    if (!ValidationError.isError(error)) throw error
    throw new UsageError(`${option(error.path)} ${flagReason(error.message, error.params).reason}`, USAGE)
  }
}

function option(path = ''): string {
  if (path === 'username') return 'EMAIL'
  if (path.startsWith('roles')) return '--role'
  return { practiceId: '--practice', firstName: '--first-name', lastName: '--last-name' }[path] ?? `--${path}`
}
