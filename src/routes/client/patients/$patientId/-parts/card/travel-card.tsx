import { isLivestock } from '#contract/patient.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { byThree, isHerd } from '#src/features/patients/patient-texts.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Modal } from '#src/ui/feedback/dialog.tsx'
import { TITLE_ID, restoreFocus } from '#src/ui/layout/shell.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import {
  TRAVEL_CARD_LANGUAGES,
  TRAVEL_CARD_TERMS,
  type TravelCardTerm,
  passportDate,
  speciesTerm,
  diseasesIn,
  isAgainstRabies,
} from './travel-card-terms.ts'
import styles from './travel-card.module.css'
import type { PatientCardProps } from './patient-card.tsx'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'

/** Full-screen card of an animal for border controls, in large text. */
export function TravelCardPage({ patient, children }: { patient: Patient; children: ReactNode }) {
  const { uuid, name } = patient
  const navigate = useNavigate()
  const back = { to: '/client/patients/$patientId', params: { patientId: uuid }, search: { show: 'card' } } as const
  // The pressed link has been removed.
  useUnmount(restoreFocus)
  return (
    <Modal labelledBy={TITLE_ID} className={styles.screen} onClose={() => void navigate(back)}>
      <div className={styles.card}>
        <BackLink {...back}>
          <FormattedMessage id={isLivestock(patient) ? 'client.patients.view.card' : 'client.patients.view.petCard'} />
        </BackLink>
        <h1 id={TITLE_ID}>{name}</h1>
        {children}
      </div>
    </Modal>
  )
}

/** Facts that border controls ask for, in four languages, independent of the portal's language. */
export function TravelCard({ patient, entries, due, owner, practice, today }: PatientCardProps) {
  const { species, birthDate, chipNumber, passportNumber } = patient
  const phoneOf = owner && (owner.mobile || owner.phone)
  const chip: [TravelCardTerm, ReactNode] = [TRAVEL_CARD_TERMS.chip, chipNumber && byThree(chipNumber)]
  const facts: [TravelCardTerm, ReactNode][] = [
    [TRAVEL_CARD_TERMS.species, <InAll key="species" word={speciesTerm(species)} />],
    [TRAVEL_CARD_TERMS.born, birthDate && !isHerd(patient) && passportDate(birthDate)],
    [TRAVEL_CARD_TERMS.passport, passportNumber],
    [TRAVEL_CARD_TERMS.owner, owner && <Lines key="owner" lines={[displayName(owner), phoneOf]} />],
    [TRAVEL_CARD_TERMS.practice, <Lines key="practice" lines={[practice.name, practice.phone]} />],
  ]
  const all = vaccinationsOf(entries, due, today)
  const rabies = all.filter(({ what }) => isAgainstRabies(what))
  const others = all.filter(({ what }) => !isAgainstRabies(what))
  return (
    <>
      {/* Controls ask for the chip and the rabies vaccination first. */}
      <FactLines facts={[chip]} />
      <Vaccinations of={rabies} />
      <FactLines facts={facts} />
      {(others.length > 0 || rabies.length === 0) && (
        <h2>
          <InAll word={TRAVEL_CARD_TERMS.vaccinations} />
        </h2>
      )}
      {all.length === 0 && (
        <p>
          <InAll word={TRAVEL_CARD_TERMS.none} />
        </p>
      )}
      <Vaccinations of={others} />
      <p className={styles.word}>
        <InAll word={TRAVEL_CARD_TERMS.noPassport} />
      </p>
    </>
  )
}

function FactLines({ facts }: { facts: readonly [TravelCardTerm, ReactNode][] }) {
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(([word, value]) => (
        <Line key={word[0]} word={word}>
          {value}
        </Line>
      ))}
    </dl>
  )
}

function Vaccinations({ of }: { of: readonly Vaccination[] }) {
  if (of.length === 0) return null
  return (
    <ul className={styles.vaccinations}>
      {of.map((vaccination) => (
        <Given key={vaccination.what ?? ''} vaccination={vaccination} />
      ))}
    </ul>
  )
}

function wordOfNext(state: Vaccination['state']): TravelCardTerm {
  if (state === 'never') return TRAVEL_CARD_TERMS.due
  return state === 'expired' ? TRAVEL_CARD_TERMS.expired : TRAVEL_CARD_TERMS.validUntil
}

function Given({
  vaccination: { what, productName, batchNumber, lastGiven, next, state },
}: {
  vaccination: Vaccination
}) {
  const product = [productName !== what && productName, batchNumber].filter(Boolean).join(', ')
  return (
    <li>
      <h3>{what}</h3>
      {diseasesIn(what).map((disease) => (
        <p key={disease[0]} className={styles.disease}>
          <InAll word={disease} />
        </p>
      ))}
      {product && <p>{product}</p>}
      {state === 'never' && (
        <p className={styles.never}>
          <InAll word={TRAVEL_CARD_TERMS.never} />
        </p>
      )}
      <dl className={styles.facts}>
        {lastGiven && <Line word={TRAVEL_CARD_TERMS.given}>{passportDate(lastGiven)}</Line>}
        {next && (
          <Line word={wordOfNext(state)}>
            <span className={state === 'expired' ? styles.expired : undefined}>{passportDate(next)}</span>
          </Line>
        )}
      </dl>
    </li>
  )
}

function Line({ word, children }: { word: TravelCardTerm; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.word}>
        <InAll word={word} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

const Lines = ({ lines }: { lines: (string | undefined)[] }) =>
  lines.filter(Boolean).map((line, index) => <div key={index}>{line}</div>)

/** A word in all languages; identical words are shown once. */
function InAll({ word }: { word: TravelCardTerm | undefined }) {
  if (!word) return null
  const shown = TRAVEL_CARD_LANGUAGES.flatMap((lang, index) => {
    const text = word[index]
    return text !== undefined && word.indexOf(text) === index ? [{ lang, text }] : []
  })
  return shown.map(({ lang, text }, index) => (
    <span key={lang}>
      {index > 0 && <span aria-hidden="true"> · </span>}
      <span lang={lang}>{text}</span>{' '}
    </span>
  ))
}
