import { Moment } from '#src/ui/data/day.tsx'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { InvitationStatus } from '#src/features/access/invitation.tsx'
import styles from './client-sheet.module.css'

/** Contact details and facts; fields that the API does not send are left out. */
export function ClientFacts({ client }: { client: Client }) {
  const { phone, mobile, email, clientNumber, ubn } = client
  const mail = mailHref(email ?? undefined)
  const address = addressLines(client)
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
          <ContactItem icon={<Mail />} href={mail}>
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
        <SameAccount client={client} />
        <NewAddress client={client} />
        <Animals client={client} />
        <Invitation client={client} />
      </Facts>
    </>
  )
}

interface ContactItemProps {
  icon: ReactNode
  href: string | undefined
  children: ReactNode
}

function ContactItem({ icon, href, children }: ContactItemProps) {
  return (
    <li>
      {icon}
      {href ? <a href={href}>{children}</a> : <span>{children}</span>}
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

function Animals({ client }: { client: Client }) {
  const intl = useIntl()
  const { patientCount } = client
  const patientNames = client.patientNames ?? []
  if (patientCount === undefined) return null
  const more = patientCount - patientNames.length
  const names = more > 0 && patientNames.length > 0 ? [...patientNames, String(more)] : patientNames
  return (
    <Fact name={<FormattedMessage id="admin.sheet.animals" values={{ count: patientCount }} />}>
      {names.length > 0 ? intl.formatList(names) : patientCount}
    </Fact>
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
  const { registered, invitation, invitedAt, lastLoginAt } = client
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
