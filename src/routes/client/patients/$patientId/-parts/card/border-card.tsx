import { isLivestock } from '#contract/patient.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { byThree, isHerd } from '#src/features/patients/patient-texts.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { restoreFocus } from '#src/ui/layout/shell.tsx'
import {
  BORDER_LANGUAGES,
  BORDER_WORDS,
  type BorderWord,
  borderDate,
  borderSpecies,
  diseasesIn,
  isAgainstRabies,
} from './border-words.ts'
import styles from './border-card.module.css'
import type { PatientCardProps } from './patient-card.tsx'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'

/** Restores the focus on mount, because the pressed link has been removed. */
function takeFocus(card: HTMLElement | null) {
  if (card) restoreFocus()
}

/** Full-page card of an animal for border controls, in large text. */
export function BorderPage({ patient, children }: { patient: Patient; children: ReactNode }) {
  const { uuid, name } = patient
  return (
    <section ref={takeFocus} className={styles.card}>
      <Link
        to="/client/patients/$patientId"
        params={{ patientId: uuid }}
        search={{ show: 'card' }}
        className={classes(linkButtonClass, 'no-print', styles.back)}
      >
        <ArrowLeft />
        <FormattedMessage id={isLivestock(patient) ? 'client.patients.view.card' : 'client.patients.view.petCard'} />
      </Link>
      <h1>{name}</h1>
      {children}
    </section>
  )
}

/** Facts that border controls ask for, in four languages, independent of the portal's language. */
export function BorderCard({ patient, entries, due, owner, practice, today }: PatientCardProps) {
  const { species, birthDate, chipNumber, passportNumber } = patient
  const phoneOf = owner && (owner.mobile || owner.phone)
  const facts: [BorderWord, ReactNode][] = [
    [BORDER_WORDS.species, <InAll key="species" word={borderSpecies(species)} />],
    [BORDER_WORDS.born, birthDate && !isHerd(patient) && borderDate(birthDate)],
    [BORDER_WORDS.chip, chipNumber && byThree(chipNumber)],
    [BORDER_WORDS.passport, passportNumber],
    [BORDER_WORDS.owner, owner && <Lines key="owner" lines={[displayName(owner), phoneOf]} />],
    [BORDER_WORDS.practice, <Lines key="practice" lines={[practice.name, practice.phone]} />],
  ]
  const all = vaccinationsOf(entries, due, today)
  const vaccinations = [
    ...all.filter(({ what }) => isAgainstRabies(what)),
    ...all.filter(({ what }) => !isAgainstRabies(what)),
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([word, value]) => (
            <Line key={word[0]} word={word}>
              {value}
            </Line>
          ))}
      </dl>
      <h2>
        <InAll word={BORDER_WORDS.vaccinations} />
      </h2>
      {vaccinations.length === 0 ? (
        <p>
          <InAll word={BORDER_WORDS.none} />
        </p>
      ) : (
        <ul className={styles.vaccinations}>
          {vaccinations.map((vaccination) => (
            <Given key={vaccination.what ?? ''} vaccination={vaccination} />
          ))}
        </ul>
      )}
      <p className={styles.word}>
        <InAll word={BORDER_WORDS.noPassport} />
      </p>
    </>
  )
}

function wordOfNext(state: Vaccination['state']): BorderWord {
  if (state === 'never') return BORDER_WORDS.due
  return state === 'expired' ? BORDER_WORDS.expired : BORDER_WORDS.validUntil
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
          <InAll word={BORDER_WORDS.never} />
        </p>
      )}
      <dl className={styles.facts}>
        {lastGiven && <Line word={BORDER_WORDS.given}>{borderDate(lastGiven)}</Line>}
        {next && (
          <Line word={wordOfNext(state)}>
            <span className={state === 'expired' ? styles.expired : undefined}>{borderDate(next)}</span>
          </Line>
        )}
      </dl>
    </li>
  )
}

function Line({ word, children }: { word: BorderWord; children: ReactNode }) {
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
function InAll({ word }: { word: BorderWord | undefined }) {
  if (!word) return null
  const shown = BORDER_LANGUAGES.flatMap((lang, index) => {
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
