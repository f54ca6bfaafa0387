import type { ProblemCode } from '#contract/problem.ts'
import type { Call, Identity, Services } from '#server/context.ts'
import {
  accessToClient,
  accessToPractice,
  requireAdmin,
  requireOwner,
  requireRegistered,
  requireStaff,
  requireUnlocked,
} from './access-level.ts'

/** Access rule of a call: its authentication, the check before its handler, and the problems of both. */
interface Rule<Granted> {
  /** Kind of authentication. A limited session can only set up a second factor. */
  by: 'nothing' | 'session' | 'limited-session' | 'key' | 'key-or-session'
  problems: readonly ProblemCode[]
  grant(services: Pick<Services, 'db'>, c: Call): Promise<Granted>
}
const rule = <Granted>(
  by: Rule<Granted>['by'],
  problems: readonly ProblemCode[],
  grant: Rule<Granted>['grant'],
): Rule<Granted> => ({ by, problems, grant })

const NO_SESSION = ['unauthenticated'] as const
const SESSION = [...NO_SESSION, 'second-factor-required'] as const
const LOCKED = ['client-locked', 'practice-locked'] as const
/** Staff get `sample-client` for changes of the sample client, and for its files. */
const CLIENT = [...SESSION, 'not-found', 'sample-client'] as const
const KEY = ['unauthenticated', 'not-found', 'key-paused', 'scope-missing'] as const

const SCHEME = /^bearer /i
/** Returns whether a call uses an import key. The scheme is case-insensitive (RFC 9110). */
export const isBearer = (c: Call): boolean => SCHEME.test(c.req.header('authorization') ?? '')
export const withoutScheme = (authorization: string): string => authorization.replace(SCHEME, '')

const practiceOf = async ({ db }: Pick<Services, 'db'>, c: Call) => {
  const by = c.get('identity')
  return { by, access: await accessToPractice(db, by, c.req.param('practiceId') ?? '') }
}

/** `clientId` is the stored id, whatever its case in the path. */
const clientOf = async ({ db }: Pick<Services, 'db'>, c: Call) => {
  const by = c.get('identity')
  const { client, access } = await accessToClient(db, by, c.req.param('clientId') ?? '')
  return { by, client, access, clientId: client.uuid }
}

const recordsOf = async (services: Pick<Services, 'db'>, c: Call) => {
  const granted = await clientOf(services, c)
  requireUnlocked(granted.access)
  requireRegistered(granted.client)
  return granted
}

const recordsReadBy = async (services: Pick<Services, 'db'>, c: Call, action: 'read' | 'viewed-as') => {
  const granted = await recordsOf(services, c)
  const { by, access, clientId } = granted
  if (access.side === 'staff' && by.reads.get(clientId) !== 'viewed-as') by.reads.set(clientId, action)
  return granted
}

/** Rules by name. Rules of a practice or a client take its id from the path. */
export const RULES = {
  anyone: rule('nothing', [], async () => ({})),
  /** Holder of a link in a mail. The handler checks the token of the link in the `Authorization` header. */
  'link holder': rule('nothing', [], async () => ({})),
  /** Account that may still have to set up a second factor. */
  'limited account': rule('limited-session', NO_SESSION, async (_, c) => ({ by: c.get('identity') })),
  account: rule('session', SESSION, async (_, c) => ({ by: c.get('identity') })),
  'practice member': rule('session', [...SESSION, 'not-found', ...LOCKED], async (services, c) => {
    const granted = await practiceOf(services, c)
    requireUnlocked(granted.access)
    return granted
  }),
  staff: rule('session', [...SESSION, 'not-found', 'forbidden'], async (services, c) => {
    const granted = await practiceOf(services, c)
    requireStaff(granted.access)
    return granted
  }),
  admin: rule('session', [...SESSION, 'not-found', 'forbidden'], async (services, c) => {
    const granted = await practiceOf(services, c)
    requireAdmin(granted.access)
    return granted
  }),
  /**
   * Staff of the client's practice, and the client's owner. The handler decides on locked and unregistered clients.
   */
  client: rule('session', CLIENT, clientOf),
  'client reader': rule('session', [...CLIENT, ...LOCKED], async (services, c) => {
    const granted = await clientOf(services, c)
    requireUnlocked(granted.access)
    return granted
  }),
  'client staff': rule('session', [...CLIENT, 'forbidden'], async (services, c) => {
    const granted = await clientOf(services, c)
    requireStaff(granted.access)
    return granted
  }),
  /** Owner of a registered client, and staff who view the portal as that client. */
  'record reader': rule('session', [...CLIENT, ...LOCKED], (services, c) => recordsReadBy(services, c, 'viewed-as')),
  /**
   * Differs from `record reader` only in the log: staff also see these records beside their list of clients. Staff who view the portal as the
   * client make other calls too, which record that.
   */
  'summary reader': rule('session', [...CLIENT, ...LOCKED], (services, c) => recordsReadBy(services, c, 'read')),
  'client owner': rule('session', [...CLIENT, 'forbidden', ...LOCKED], async (services, c) => {
    const granted = await recordsOf(services, c)
    requireOwner(granted.access)
    return { ...granted, accountId: granted.by.accountId }
  }),
  /** The handler checks the key, which needs the `scope` of the operation. */
  'import key': rule('key', KEY, async () => ({})),
  /** `by` is absent if the call uses a key. The handler checks the role, or else the key. */
  'import key or account': rule('key-or-session', [...KEY, ...SESSION, 'forbidden'], async (_, c) => ({
    by: isBearer(c) ? undefined : c.get('identity'),
  })),
} as const satisfies Record<string, Rule<{ by?: Identity | undefined }>>

export type Access = keyof typeof RULES
export type Granted<Name extends Access> = Awaited<ReturnType<(typeof RULES)[Name]['grant']>>
