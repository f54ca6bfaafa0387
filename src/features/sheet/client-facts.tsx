import { Moment } from '#src/ui/data/day.tsx'
import Copy from 'lucide-react/icons/copy'
import LogIn from 'lucide-react/icons/log-in'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, type RefObject, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import { now } from '#src/lib/dates.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { showMessage } from '#src/lib/messages.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { InvitationStatus } from '#src/features/access/invitation.tsx'
import styles from './client-sheet.module.css'

/** Contact details and facts; fields that the API does not send are left out. */
export function ClientFacts({ client }: { client: Client }) {
  const { phone, mobile, email, clientNumber, ubn } = client
  const mail = mailHref(email ?? undefined)
  const address = addressLines(client)
  const username = client.signIn?.username
  const isSignIn = username !== undefined && username === email?.toLowerCase()
  return (
    <>
      <ul className={styles.reach}>
        {phone && (
          <ContactItem icon={<Phone />} href={telephoneHref(phone)}>
            {phone}
          </ContactItem>
        )}
        {mobile && (
          <ContactItem icon={<Smartphone />} href={telephoneHref(mobile)}>
            {mobile}
          </ContactItem>
        )}
        {email ? (
          <ContactItem icon={<Mail />} href={mail} copied={isSignIn ? email : undefined}>
            {email}
          </ContactItem>
        ) : (
          email === null && (
            <ContactItem icon={<Mail />} href={undefined}>
              <span className="muted">
                <FormattedMessage id="admin.clients.noEmail" />
              </span>
            </ContactItem>
          )
        )}
        {username && !isSignIn && (
          <ContactItem icon={<LogIn />} href={undefined} copied={username}>
            {username}
          </ContactItem>
        )}
      </ul>
      <Facts>
        {clientNumber && <Fact name={<FormattedMessage id="admin.csv.clientNumber" />}>{clientNumber}</Fact>}
        {address.length > 0 && (
          <Fact name={<FormattedMessage id={address.length > 1 ? 'admin.sheet.address' : 'admin.csv.city'} />}>
            {address.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </Fact>
        )}
        {ubn && <Fact name={<FormattedMessage id="admin.sheet.ubn" />}>{ubn}</Fact>}
        <NewAddress client={client} />
        <Invitation client={client} />
        <SameAccount client={client} />
      </Facts>
    </>
  )
}

interface ContactItemProps {
  icon: ReactNode
  href: string | undefined
  /** Text that the client signs in with, to copy. */
  copied?: string | undefined
  children: ReactNode
}

function ContactItem({ icon, href, copied, children }: ContactItemProps) {
  const text = useRef<HTMLSpanElement>(null)
  return (
    <li>
      {icon}
      <div>
        <span ref={text}>{href ? <a href={href}>{children}</a> : children}</span>
        {copied && (
          <span className="muted small">
            <FormattedMessage id="admin.sheet.signIn" />
          </span>
        )}
      </div>
      {copied && <CopyButton text={copied} shownIn={text} />}
    </li>
  )
}

function addressLines({ street, houseNumber, postalCode, city }: Client): string[] {
  const lines = [
    [street, houseNumber],
    [postalCode, city],
  ]
  return lines.map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean)
}

interface CopyProps {
  text: string
  /** Element that shows the text. Without access to the clipboard, the text is selected for the user to copy. */
  shownIn: RefObject<HTMLElement | null>
}

function CopyButton({ text, shownIn }: CopyProps) {
  const intl = useIntl()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showMessage('success', 'admin.sheet.copied', { text })
    } catch {
      if (shownIn.current) getSelection()?.selectAllChildren(shownIn.current)
    }
  }
  return (
    <IconButton
      icon={Copy}
      label={intl.formatMessage({ id: 'admin.sheet.copy' }, { text })}
      onClick={() => void copy()}
    />
  )
}

/** Other clients of the practice with the same account or, before registering, with the same e-mail address. */
function SameAccount({ client: { registered, sameAccount } }: { client: Client }) {
  const intl = useIntl()
  if (!sameAccount || sameAccount.length === 0) return null
  const names = sameAccount.map(({ name }) => name.trim() || intl.formatMessage({ id: 'core.text.notAvailable' }))
  return (
    <Fact name={<FormattedMessage id={registered === false ? 'admin.sheet.sameAddress' : 'admin.sheet.sameAccount'} />}>
      {intl.formatList(names)}
    </Fact>
  )
}

/** A new e-mail address that the owner has not confirmed yet. */
function NewAddress({ client: { addressChange } }: { client: Client }) {
  if (!addressChange) return null
  const { from, to, askedAt } = addressChange
  return (
    <Fact name={<FormattedMessage id="admin.sheet.newEmail" />}>
      <FormattedMessage
        id="admin.sheet.newEmailWaits"
        values={{ address: to, former: from, day: <OnDay at={askedAt} /> }}
      />
    </Fact>
  )
}

function Invitation({ client }: { client: Client }) {
  const { registered, invitation, invitedAt, lastLoginAt, signIn } = client
  if (registered === false || invitation === undefined) return null
  return (
    <>
      <Fact name={<FormattedMessage id="admin.sheet.invitation" />}>
        <InvitationStatus client={client} />
        {invitedAt && (
          <span className={styles.line}>
            <FormattedMessage id="admin.sheet.sent" values={{ day: <OnDay at={invitedAt} /> }} />
          </span>
        )}
        {signIn?.linkUntil && invitation !== 'activated' && (
          <span className={styles.line}>
            <FormattedMessage
              id={Date.parse(signIn.linkUntil) > now().getTime() ? 'admin.sheet.linkValid' : 'admin.sheet.linkExpired'}
              values={{ day: <OnDay at={signIn.linkUntil} /> }}
            />
          </span>
        )}
      </Fact>
      {/* Unknown for clients who signed in before it was recorded. */}
      {(lastLoginAt || invitation !== 'activated') && (
        <Fact name={<FormattedMessage id="admin.sheet.lastLogin" />}>
          {lastLoginAt ? <OnDay at={lastLoginAt} /> : <FormattedMessage id="admin.sheet.never" />}
        </Fact>
      )}
    </>
  )
}

const OnDay = ({ at }: { at: string }) => <Moment at={at} day="numeric" month="short" year="numeric" />
