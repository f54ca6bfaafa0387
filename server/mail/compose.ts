import { sql } from 'kysely'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import { staffRoleAt } from '#server/access/access-level.ts'
import type { AccountTable, Database, OutboxTable } from '#server/db/schema.ts'
import { hasOffer } from '#server/memberships/members.ts'
import type { Mail, Ports, ReminderDigest } from '#server/ports.ts'
import { addressChangeOf, createAddressToken, createLetterToken } from './confirmation-links.ts'
import { nameAmongOwn } from '#server/access/shared-account.ts'
import { MAIL_KINDS } from './kinds.ts'
import { isInvitation } from './limits.ts'
import { mailLogo } from './logo.ts'
import { createMailboxToken, maySendTo } from './mailbox-link.ts'
import { createInvitationLink, createPasswordLink, passwordLinkUrl } from './password-link.ts'
import { firstNameOf } from './first-name.ts'
import { digestOf } from './reminders/digest.ts'
import { estimateStateOf } from '#contract/estimate.ts'
import { localDay } from '#contract/zone.ts'
import { createUnsubscribeLinks } from '#server/mail/reminders/unsubscribe.ts'
import { present } from '#server/db/present.ts'
import { parseStored } from '#server/db/stored.ts'
import { countEnding, openForOwner } from './estimate-news.ts'
import { mayReadAnswer, openFormsPage, unseenRequests } from './request-news.ts'

export type Composing = Pick<Ports, 'db' | 'clock'> & {
  settings: Pick<Ports['settings'], 'publicUrl'>
  /** Signs unsubscribe links. A process without the secret does not send reminder mails. */
  secret?: Ports['secret'] | undefined
  formerSecret?: Ports['formerSecret']
  /** Storage of the logos; mails have no logo without `files` and `images`. */
  files?: Ports['files']
  images?: Ports['images']
}

export type LeasedMail = Pick<OutboxTable, 'kind' | 'account_id' | 'address' | 'practice_id' | 'details'>

/** Composes a mail for sending, with a new link. Returns undefined if its subject no longer exists. */
export async function composeMail(
  ports: Composing,
  row: LeasedMail,
  { id, now }: { id: string; now: Date },
): Promise<Mail | undefined> {
  const { db, files, images } = ports
  const news = await newsOf(ports, row, now)
  if (!news) return undefined
  const { account_id: accountId, address, practice_id: practiceId } = row
  if (MAIL_KINDS[row.kind].budget === 'requests' && address !== null && practiceId !== null) {
    if (!(await maySendTo(db, { practiceId, address }))) return await resetNotifications(db, practiceId)
  }
  const { to, language, isToStaff, hasPassword } = await recipientOf(db, row)
  const practice = await practiceOf(db, row)
  const toStaff = isToStaff && MAIL_KINDS[row.kind].isForClients !== true
  // While the mail was deferred, the recipient may have set a password with the link of another practice.
  const isLate = MAIL_KINDS[row.kind].link === 'activation' && isInvitation(row) && hasPassword
  const kind = isLate ? (toStaff ? 'staff-offer' : 'access') : row.kind
  // The practice has since withdrawn its staff offer.
  if (MAIL_KINDS[kind].invitesAs === 'staff' && !toStaff) return undefined
  const link = news.link ?? (await linkOf(ports, { ...row, kind }, { to, isOffer: toStaff, now }))
  if (link === undefined) return undefined
  const details = detailsOf(row)
  const uuid = details?.clientId
  const aboutClient =
    accountId !== null && practiceId !== null && uuid !== undefined ? { uuid, accountId, practiceId } : undefined
  return {
    id,
    kind,
    to,
    language,
    isToStaff: toStaff,
    practiceName: practice?.name ?? null,
    practicePhone: practice?.phone ?? null,
    practiceEmail: practice?.email ?? null,
    practiceColour: practice?.colour ?? null,
    ...present({ details: details ?? null }),
    ...news,
    link,
    logo: files && images && (await mailLogo({ db, files, images }, practice?.logo_url ?? null)),
    firstName:
      aboutClient && !toStaff && (hasPassword || MAIL_KINDS[row.kind].invitesAs === 'owner')
        ? await firstNameOf(db, aboutClient)
        : undefined,
    // Omitted for accounts without a password, because their e-mail address may be unconfirmed.
    clientName: aboutClient && hasPassword ? await nameAmongOwn(db, aboutClient) : undefined,
  }
}

/**
 * Returns the practice of a mail: the one that it is about, or else the only practice of the recipient. Undefined if the
 * recipient has several practices or none.
 */
async function practiceOf(db: Database, { practice_id: practiceId, account_id: accountId }: LeasedMail) {
  const own = sql`select practice_id from account where id = ${accountId} and practice_id is not null
    union select practice_id from membership where account_id = ${accountId} and ended_at is null
    union select practice_id from client where account_id = ${accountId} and registered = 1`
  const practices = await db
    .selectFrom('practice')
    .select(['name', 'phone', 'email', 'logo_url', 'colour'])
    .where('id', practiceId === null ? 'in' : '=', practiceId === null ? sql<string>`(${own})` : practiceId)
    .limit(2)
    .execute()
  return practices.length === 1 ? practices[0] : undefined
}

/** Returns the link to an estimate that the owner can open, and whose state the mail still describes. */
async function estimateNews(
  { db, settings }: Composing,
  { kind, account_id: accountId, estimateId }: LeasedMail & { estimateId: string },
  now: Date,
): Promise<News | undefined> {
  const found = await openForOwner(db, { estimateId, accountId })
  if (!found) return undefined
  const isOpen = estimateStateOf(found, localDay(now)) === 'open'
  if (kind === 'estimate-withdrawn' ? found.withdrawnAt === null : !isOpen) return undefined
  return { link: `${settings.publicUrl}/client/estimates/${estimateId}`, endsOn: found.validUntil }
}

type News = Partial<Pick<Mail, 'link' | 'requests' | 'digest' | 'count' | 'endsOn'>>

/** Returns the subject of a mail at the moment of sending; undefined if the subject no longer exists. */
async function newsOf(ports: Composing, row: LeasedMail, now: Date): Promise<News | undefined> {
  const { db, settings } = ports
  const { about } = MAIL_KINDS[row.kind]
  if (about === undefined) return {}
  if (about === 'reminders') {
    const digest = await digestFor(ports, row, now)
    return digest && { digest }
  }
  if (about === 'address-change')
    return (await addressChangeOf(db, detailsOf(row)?.clientId ?? '')) === undefined ? undefined : {}
  if (about === 'asked-form') {
    const page = await openFormsPage(db, detailsOf(row)?.clientId ?? '', now)
    return page === undefined ? undefined : { link: settings.publicUrl + page }
  }
  if (row.practice_id === null) return undefined
  if (about === 'answered-request') {
    const requestId = detailsOf(row)?.requestId
    const mayRead = requestId !== undefined && (await mayReadAnswer(db, { requestId, accountId: row.account_id }))
    return mayRead ? { link: `${settings.publicUrl}/client/requests/${requestId}` } : undefined
  }
  if (about === 'estimate' || about === 'answered-estimate') {
    const estimateId = detailsOf(row)?.estimateId
    if (estimateId === undefined) return undefined
    return about === 'estimate'
      ? await estimateNews(ports, { ...row, estimateId }, now)
      : { link: `${settings.publicUrl}/admin/estimates/${estimateId}` }
  }
  if (about === 'ending-estimates') {
    const count = await countEnding(db, row.practice_id, now)
    return count > 0 ? { link: `${settings.publicUrl}/admin/estimates?state=open`, count } : undefined
  }
  const requests = await unseenRequests(db, row.practice_id, about === 'overdue-requests' ? now : undefined)
  return requests.length > 0 ? { link: `${settings.publicUrl}/admin/requests`, requests } : undefined
}

interface Recipient {
  to: string
  language: Language
  isToStaff: boolean
  hasPassword: boolean
}

/** Returns the recipient: an account, the practice's own e-mail address, or the former address of an owner. */
async function recipientOf(db: Database, row: LeasedMail): Promise<Recipient> {
  if (row.account_id === null) {
    const { language = DEFAULT_LANGUAGE } = detailsOf(row) ?? {}
    const isToStaff = row.kind !== 'address-changed'
    return { to: row.address ?? '', language, isToStaff, hasPassword: false }
  }
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'language', 'practice_id', 'staff_role', 'password_hash'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  return {
    to: account.username,
    language: account.language,
    isToStaff: await isToStaff(db, row.practice_id, account),
    hasPassword: account.password_hash !== null,
  }
}

async function digestFor(
  { db, clock, settings, secret, formerSecret }: Composing,
  row: LeasedMail,
  now: Date,
): Promise<ReminderDigest | undefined> {
  const { account_id: accountId, practice_id: practiceId } = row
  if (!secret || accountId === null || practiceId === null) return undefined
  const links = createUnsubscribeLinks({ db, secret, formerSecret, clock })
  const { publicUrl } = settings
  return await digestOf(db, { accountId, practiceId, clientId: detailsOf(row)?.clientId, links, publicUrl, now })
}

/** Returns a new link, or null for a link to the portal; undefined if there is nothing left to confirm. */
async function linkOf(
  { db, settings: { publicUrl } }: Composing,
  row: LeasedMail,
  { to, isOffer, now }: { to: string; isOffer: boolean; now: Date },
): Promise<string | null | undefined> {
  const { kind, account_id: accountId, practice_id: practiceId, address } = row
  const { link } = MAIL_KINDS[kind]
  const clientId = detailsOf(row)?.clientId
  const confirmation = (name: 'confirm' | 'mailbox', token: string | undefined) =>
    token === undefined ? undefined : `${publicUrl}/auth/letter#${name}=${token}`
  if (link === 'mailbox') {
    if (address === null || practiceId === null) return undefined
    return confirmation('mailbox', await createMailboxToken(db, { practiceId, address, now }))
  }
  if (link === 'address' || link === 'letter') {
    if (accountId === null) return undefined
    const create = link === 'address' ? createAddressToken : createLetterToken
    return confirmation('confirm', await create(db, { accountId, practiceId, clientId, now }))
  }
  if (link === undefined || accountId === null) return null
  const token =
    practiceId === null || link === 'reset'
      ? await createPasswordLink(db, accountId, link, now)
      : await createInvitationLink(db, { accountId, practiceId, way: 'mail', isOffer, now })
  return passwordLinkUrl(publicUrl, token, to)
}

/** Makes the next run notify the current recipients, because the practice has since replaced its e-mail address. */
async function resetNotifications(db: Database, practiceId: string): Promise<undefined> {
  await db
    .updateTable('request_notice')
    .set({ told_number: 0, told_at: null, overdue_told_on: null })
    .where('practice_id', '=', practiceId)
    .execute()
}

const detailsOf = ({ details }: Pick<LeasedMail, 'details'>) =>
  details === null ? undefined : parseStored('mailDetails', details)

// An account may be staff of one practice (also with only a staff offer) and a client of another.
async function isToStaff(
  db: Database,
  about: string | null,
  {
    id: accountId,
    practice_id: practiceId,
    staff_role: staffRole,
  }: Pick<AccountTable, 'id' | 'practice_id' | 'staff_role'>,
): Promise<boolean> {
  if (about === null) return staffRole !== null
  if ((await staffRoleAt(db, { accountId, practiceId, staffRole }, about)) !== null) return true
  return await hasOffer(db, { accountId, practiceId: about })
}
