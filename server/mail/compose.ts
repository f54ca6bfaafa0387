import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import { staffRoleAt } from '#server/access/access-level.ts'
import type { AccountTable, Database, MailKind, OutboxTable } from '#server/db/schema.ts'
import { hasOffer } from '#server/memberships/members.ts'
import type { Mail, Ports, ReminderDigest } from '#server/ports.ts'
import { addressChangeOf, createConfirmationLink } from './address-link.ts'
import { nameAmongOwn } from '#server/access/shared-account.ts'
import { MAIL_KINDS } from './kinds.ts'
import { isInvitation } from './limits.ts'
import { createLetterLink } from './letter-link.ts'
import { mailLogo } from './logo.ts'
import { type Mailbox, createMailboxLink, maySendTo } from './mailbox-link.ts'
import { createInvitationLink, createPasswordLink, passwordLinkUrl } from './password-link.ts'
import { digestOf } from './reminders/digest.ts'
import { createUnsubscribeLinks } from './reminders/unsubscribe-links.ts'
import { present } from '#server/db/present.ts'
import { parseStored } from '#server/db/stored.ts'
import { isAboutRequests, requestNews } from './requests/news.ts'

export type Composing = Pick<Ports, 'db' | 'clock'> & {
  settings: Pick<Ports['settings'], 'publicUrl'>
  /** Without a secret to sign with, mails of reminders are left to a process that has it. */
  secret?: Ports['secret'] | undefined
  formerSecret?: Ports['formerSecret']
  /** Without them mails have no logo. */
  files?: Ports['files']
  images?: Ports['images']
}

export type LeasedMail = Pick<OutboxTable, 'kind' | 'account_id' | 'address' | 'practice_id' | 'details'>

/** Composes a mail as it is sent, with a new link; undefined where there is nothing to tell any more. */
export async function composeMail(
  ports: Composing,
  row: LeasedMail,
  { id, now }: { id: string; now: Date },
): Promise<Mail | undefined> {
  const { db, settings, files, images } = ports
  const digest = row.kind === 'reminders' ? await digestFor(ports, { ...row, now }) : undefined
  if (row.kind === 'reminders' && !digest) return undefined
  const news = isAboutRequests(row) ? await requestNews(ports, row, now) : undefined
  if (isAboutRequests(row) && !news) return undefined
  const mailbox = mailboxOf(row)
  if (mailbox && !(await maySendTo(db, mailbox))) {
    await forgetTold(db, mailbox.practiceId)
    return undefined
  }
  // The change may have ended since.
  if (row.kind === 'address-change-asked' && !(await isAsked(db, row.details))) return undefined
  const { to, language, isToStaff, hasPassword } = await recipientOf(db, row)
  const practice = row.practice_id
    ? await db
        .selectFrom('practice')
        .select(['name', 'phone', 'email', 'logo_url'])
        .where('id', '=', row.practice_id)
        .executeTakeFirst()
    : undefined
  const toStaff = isToStaff && MAIL_KINDS[row.kind].isForClients !== true
  // While the mail was put off, the password may have been set by a link of another practice.
  const isLate = isActivation(row.kind) && isInvitation(row) && hasPassword
  const kind = isLate ? (toStaff ? 'staff-offer' : 'access') : row.kind
  // The practice has taken its offer back since.
  if (MAIL_KINDS[kind].invitesAs === 'staff' && !toStaff) return undefined
  const { publicUrl } = settings
  const clientId = clientIdOf(row.details)
  const letterLink =
    row.kind === 'mailbox-confirmation' && row.address !== null && row.practice_id !== null
      ? await createMailboxLink(db, publicUrl, { practiceId: row.practice_id, address: row.address, now })
      : row.kind === 'address-confirmation' && row.account_id !== null
        ? await createConfirmationLink(db, publicUrl, { accountId: row.account_id, clientId, now })
        : row.kind === 'letter' && row.account_id !== null
          ? await createLetterLink(db, publicUrl, {
              accountId: row.account_id,
              practiceId: row.practice_id,
              clientId,
              now,
            })
          : undefined
  if (isConfirmation(row.kind) && letterLink === undefined) return undefined
  const token = await passwordToken(db, { ...row, kind }, { isOffer: toStaff, now })
  const link = token === undefined ? (letterLink ?? null) : passwordLinkUrl(publicUrl, token, to)
  return {
    id,
    kind,
    to,
    language,
    isToStaff: toStaff,
    practiceName: practice?.name ?? null,
    practicePhone: practice?.phone ?? null,
    practiceEmail: practice?.email ?? null,
    link,
    ...present({ details: detailsOf(row) ?? null }),
    ...news,
    // Nobody may have proved an address without a password.
    clientName: hasPassword ? await clientNameFor(db, row) : undefined,
    ...(digest && {
      digest: {
        ...digest,
        logo: files && images && (await mailLogo({ db, files, images }, practice?.logo_url ?? null)),
      },
    }),
  }
}

/** The client that a mail is about, where its account has several at the practice. */
async function clientNameFor(
  db: Database,
  { account_id: accountId, practice_id: practiceId, details }: LeasedMail,
): Promise<string | undefined> {
  const uuid = clientIdOf(details)
  if (accountId === null || practiceId === null || uuid === undefined) return undefined
  return await nameAmongOwn(db, { uuid, accountId, practiceId })
}

interface Recipient {
  to: string
  language: Language
  isToStaff: boolean
  hasPassword: boolean
}

/** An account, the address that a practice has given for itself, or the former address of an owner. */
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
  {
    account_id: accountId,
    practice_id: practiceId,
    details,
    now,
  }: Pick<LeasedMail, 'account_id' | 'practice_id' | 'details'> & { now: Date },
): Promise<ReminderDigest | undefined> {
  if (!secret || accountId === null || practiceId === null) return undefined
  const links = createUnsubscribeLinks({ db, secret, formerSecret, clock })
  const { publicUrl } = settings
  return await digestOf(db, { accountId, practiceId, clientId: clientIdOf(details), links, publicUrl, now })
}

const isAsked = async (db: Database, details: LeasedMail['details']): Promise<boolean> =>
  (await addressChangeOf(db, clientIdOf(details) ?? '')) !== undefined

/** Returns the token of a new link for a password, if a mail of the kind has one. */
async function passwordToken(
  db: Database,
  { kind, account_id: accountId, practice_id: practiceId }: LeasedMail,
  { isOffer, now }: { isOffer: boolean; now: Date },
): Promise<string | undefined> {
  if (accountId === null || (kind !== 'reset' && !isActivation(kind))) return undefined
  if (practiceId === null || kind === 'reset')
    return await createPasswordLink(db, accountId, kind === 'reset' ? kind : 'activation', now)
  return await createInvitationLink(db, { accountId, practiceId, way: 'mail', isOffer, now })
}

/** The address of a practice to which a mail about requests goes. */
const mailboxOf = ({ kind, address, practice_id: practiceId }: LeasedMail): Mailbox | undefined =>
  MAIL_KINDS[kind].budget === 'requests' && address !== null && practiceId !== null
    ? { practiceId, address }
    : undefined

/** The address has been replaced since: those who get these mails now are told at the next look. */
const forgetTold = (db: Database, practiceId: string) =>
  db
    .updateTable('request_notice')
    .set({ told_number: 0, told_at: null, overdue_told_on: null })
    .where('practice_id', '=', practiceId)
    .execute()

const isConfirmation = (kind: MailKind) =>
  kind === 'letter' || kind === 'address-confirmation' || kind === 'mailbox-confirmation'

const isActivation = (kind: MailKind) =>
  kind === 'activation' || kind === 'staff-activation' || kind === 'activation-asked'

const detailsOf = ({ details }: Pick<LeasedMail, 'details'>) =>
  details === null ? undefined : parseStored('mailDetails', details)

const clientIdOf = (details: LeasedMail['details']) => detailsOf({ details })?.clientId

// Staff of one practice, also with an offer only, may be a client of another.
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
