import type { Practice } from '#contract/schemas/practice.ts'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import { displayName } from '#contract/names.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { mailHref } from '#src/lib/mail-href.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

interface ContactCardProps {
  client: Client
  practice: Practice
}

/** Details of a client, with links to report errors: only the practice's own system can change them. */
export function ContactCard({ client, practice }: ContactCardProps) {
  const intl = useIntl()
  const facts = factsOf(client)
  const mail = mailHref(practice.email, letterOf({ client, practice, facts }, intl))
  return (
    <>
      <p className="muted">
        <FormattedMessage id="client.contact.text" values={{ practice: practice.name }} />
      </p>
      <Facts>
        {facts.map(([name, lines]) => (
          <Fact key={name} name={<FormattedMessage id={name} />}>
            {lines.length === 0 ? (
              <span className="muted">
                <FormattedMessage id="client.contact.unknown" />
              </span>
            ) : (
              lines.map((line) => <div key={line}>{line}</div>)
            )}
          </Fact>
        ))}
      </Facts>
      {mail ? (
        <a className={linkButtonClass} href={mail}>
          <Mail />
          <FormattedMessage id="client.contact.wrong" />
        </a>
      ) : (
        practice.phone &&
        telephoneHref(practice.phone) && (
          <PhoneLink className={linkButtonClass} phone={practice.phone}>
            <Phone />
            <FormattedMessage id="client.contact.wrongCall" values={{ phone: practice.phone }} />
          </PhoneLink>
        )
      )}
    </>
  )
}

type ClientFact = [name: MessageId, lines: string[]]

const joined = (...texts: (string | null | undefined)[]) =>
  texts
    .map((text) => text?.trim())
    .filter(Boolean)
    .join(' ')
const filled = (...lines: (string | null | undefined)[]) => lines.map((line) => joined(line)).filter(Boolean)

/** Returns the facts of a client; rare ones (UBN) only if known. */
function factsOf(client: Client): ClientFact[] {
  const { companyName, street, houseNumber, postalCode, city, country, phone, mobile, email, clientNumber, ubn } =
    client
  const rare: ClientFact[] = [['client.contact.ubn', filled(ubn)]]
  return [
    ['client.contact.name', filled(companyName, displayName({ ...client, companyName: '' }))],
    ['client.contact.clientNumber', filled(clientNumber)],
    ['client.contact.address', filled(joined(street, houseNumber), joined(postalCode, city), country)],
    ['client.contact.phone', [...new Set(filled(phone, mobile))]],
    ['client.contact.email', filled(email)],
    ...rare.filter(([, lines]) => lines.length > 0),
  ]
}

function letterOf(
  { client, practice, facts }: ContactCardProps & { facts: ClientFact[] },
  { formatMessage }: IntlShape,
) {
  const known = facts.map(([name, lines]) => {
    const value = lines.join(', ') || formatMessage({ id: 'client.contact.unknown' })
    return `${formatMessage({ id: name })}: ${value}`
  })
  return {
    subject: formatMessage({ id: 'client.contact.mailSubject' }, { number: client.clientNumber ?? 'none' }),
    text: [
      formatMessage({ id: 'client.reminders.mailGreeting' }, { practice: practice.name }),
      [formatMessage({ id: 'client.contact.mailKnown' }), ...known].join('\n'),
      formatMessage({ id: 'client.contact.mailRight' }),
      [formatMessage({ id: 'client.reminders.mailEnd' }), displayName(client)].filter(Boolean).join('\n'),
    ].join('\n\n'),
  }
}
