import type { EndedAccess } from '#server/access-log/end-access.ts'
import type { LeakReport } from '#server/access-log/breach-report.ts'

/** Of a report, as a person reads it. */
export function textOf(
  { period, madeAt, practices, clients, kinds, accounts }: LeakReport,
  ended?: EndedAccess,
): string {
  const seen = clients.filter(({ seenBy }) => seenBy > 0).length
  return [
    `What may have leaked, as of ${madeAt}`,
    `Period: ${period.from} to ${period.to}, by the days of the practices`,
    '',
    ...(ended ? [...endedLines(ended), ''] : []),
    `Practices: ${practices.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none'}`,
    `Clients that could be read: ${clients.length}`,
    `Of them read or changed in the period, as far as is noted: ${seen}`,
    '',
    'Kinds of data of those clients:',
    ...kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `- ${kind}: ${count}`),
    '',
    'Accounts and systems that read or changed anything in the period:',
    ...(accounts.length === 0 ? ['- none'] : accounts.map(accountLine)),
    '',
    'What is noted: a client, a request or a letter that staff open, once a day; viewing as a client, once a session; each change.',
    'Pages of lists are not noted, nor what owners read of their own. Who was signed in as staff could page through all clients of',
    'the practice: where an account was in other hands, count all of them as read.',
    'A leak is reported to the Autoriteit Persoonsgegevens within 72 hours of knowing of it (GDPR, article 33).',
  ].join('\n')
}

function accountLine({ username, name, key, actions, clients, first, last }: LeakReport['accounts'][number]): string {
  const who = key !== undefined ? `system “${key}”` : [name, username && `<${username}>`].filter(Boolean).join(' ')
  const did = Object.entries(actions).map(([action, count]) => `${action} ${count}`)
  return `- ${who || 'an account that is gone'}: ${did.join(', ')}; ${clients.length} clients; ${first} to ${last}`
}

const endedLines = ({ sessions, passwordLinks, sharedCards, calendars, letters, keys }: EndedAccess) => [
  `Ended: ${sessions} sessions, ${passwordLinks} password links, ${sharedCards} shared cards, ${calendars} calendars, ${letters} letters,`,
  `${keys} keys of own systems, and all signed addresses of files. Passwords, passkeys and authenticator apps are as they were: have`,
  'passwords changed that may be known.',
]
