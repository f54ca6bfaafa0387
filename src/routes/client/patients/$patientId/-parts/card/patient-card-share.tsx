import type { Practice } from '#contract/schemas/practice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { showMessage } from '#src/lib/messages.ts'
import { share } from '#src/lib/files/save.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { Client } from '#src/api/clients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { displayName } from '#contract/names.ts'
import { byThree, fullDayText, isHerd, kindText, sexText } from '#src/features/patients/patient-texts.ts'
import type { Vaccination } from '#contract/vaccination.ts'
import { vaccinationName, vaccinationText } from '#src/features/patients/vaccinations-panel.tsx'

interface ShareCardProps {
  name: string
  title: string
  text: string
}

/** Button that shares the card with the share dialog of the device, or copies it. Not rendered if neither is supported. */
export function ShareCard({ name, title, text }: ShareCardProps) {
  // Both APIs are missing outside secure contexts (HTTPS).
  const device = navigator as Partial<Navigator>
  const sharing = useAsyncAction(async () => {
    const outcome = await share({ title, text })
    if (outcome === 'shared') showMessage('success', 'client.card.shared', { name })
    if (outcome === 'failed') showMessage('error', 'client.card.shareFailed')
  })

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showMessage('success', 'client.card.copied', { name })
    } catch {
      showMessage('error', 'client.card.copyFailed')
    }
  }

  if (device.share) {
    return (
      <Button variant="secondary" icon={Share2} busy={sharing.busy} onClick={sharing.run}>
        <FormattedMessage id="client.card.share" />
      </Button>
    )
  }
  return (
    device.clipboard && (
      <Button variant="secondary" icon={Copy} onClick={copy}>
        <FormattedMessage id="client.card.copy" />
      </Button>
    )
  )
}

interface CardText {
  patient: Patient
  owner: Client | undefined
  practice: Practice
  vaccinations: readonly Vaccination[]
  today: IsoDate
}

/** Returns the card as plain text to share, because a link would open only for the owner. */
export function cardText(card: CardText, intl: IntlShape): string {
  const { patient, vaccinations, today } = card
  const lines = [patient.name, kindText(patient, intl), ...factLines(card, intl)].filter(Boolean)
  const given = vaccinations.map(
    (vaccination) => `- ${vaccinationName(vaccination, intl)}: ${vaccinationText(vaccination, intl)}`,
  )
  if (given.length > 0) lines.push('', intl.formatMessage({ id: 'client.card.vaccinations' }), ...given)
  lines.push('', intl.formatMessage({ id: 'client.card.made' }, { date: fullDayText(today, intl) }))
  return lines.join('\n')
}

function factLines({ patient, owner, practice }: CardText, intl: IntlShape): (string | undefined)[] {
  const { formatMessage } = intl
  const { birthDate, chipNumber, passportNumber } = patient
  const alerts = patient.alerts?.trim()
  const sex = isHerd(patient) ? '' : sexText(patient, intl)
  const date = birthDate && !isHerd(patient) ? fullDayText(birthDate, intl) : ''
  const ownerName = owner ? displayName(owner) : ''
  const practiceName = [practice.name, practice.phone].filter(Boolean).join(', ')
  return [
    sex && formatMessage({ id: 'client.card.sex' }, { sex }),
    date && formatMessage({ id: 'client.card.born' }, { date }),
    chipNumber && formatMessage({ id: 'client.card.chip' }, { number: byThree(chipNumber) }),
    passportNumber && formatMessage({ id: 'client.card.passport' }, { number: passportNumber }),
    ownerName && formatMessage({ id: 'client.card.ownerIs' }, { name: ownerName }),
    formatMessage({ id: 'client.card.practiceIs' }, { name: practiceName }),
    alerts && formatMessage({ id: 'client.card.watchOut' }, { alerts }),
  ]
}
