import { useQueryClient } from '@tanstack/react-query'
import { useField, useFormikContext } from 'formik'
import CopyDown from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'
import {
  type ClosedDays,
  type OpeningHours,
  WEEKDAYS,
  periodsOfWeekday,
  sortedOpeningHours,
} from '#contract/opening-hours.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { dayField, readPeriods, writtenPeriods } from '#contract/typed-hours.ts'
import { recordOf } from '#contract/values.ts'
import { changePracticePart, isStale } from '#src/api/practice-mutations.ts'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import { OpeningHoursTable, closedDaysText, weekdayName } from '#src/features/practice/opening-hours.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { failureText, shownFormError } from '#src/lib/problems.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import { Form, type FormControls } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { Split } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './opening-hours-form.module.css'

type DayField = ReturnType<typeof dayField>
type Values = Record<DayField, string> & { closedDays: ClosedDays[] }

const FIELDS = WEEKDAYS.map(dayField)
/** Tuesday to Friday. */
const COPIED = FIELDS.slice(1, 5)

const schema = async () => (await import('#contract/schemas/opening-hours.ts')).openingHoursFormSchema

function valuesOf(hours: OpeningHours = { periods: [] }): Values {
  const texts = WEEKDAYS.map(
    (weekday) => [dayField(weekday), writtenPeriods(periodsOfWeekday(hours, weekday))] as const,
  )
  return { ...recordOf(FIELDS, (field) => new Map(texts).get(field) ?? ''), closedDays: hours.closedDays ?? [] }
}

/** Returns the opening hours of a form; an unreadable day counts as closed. */
const hoursOf = ({ closedDays, ...days }: Values): OpeningHours => ({
  periods: WEEKDAYS.flatMap((weekday) => readPeriods(days[dayField(weekday)], weekday) ?? []),
  closedDays,
})

interface OpeningHoursFormProps {
  practiceId: string
  practice: Practice
}

export function OpeningHoursForm({ practiceId, practice }: OpeningHoursFormProps) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const [known, setKnown] = useState(() => valuesOf(practice.openingHours))

  async function save(values: Values, { reset }: FormControls<Values>) {
    const openingHours = sortedOpeningHours(hoursOf(values)) ?? null
    try {
      const saved = await changePracticePart(queryClient, practiceId, practice, { openingHours })
      const next = valuesOf(saved.openingHours)
      setKnown(next)
      reset(next)
    } catch (error) {
      if (isStale(error)) return { text: failureText(error, <FormattedMessage id="admin.practice.changedMeanwhile" />) }
      return shownFormError(error)
    }
    showMessage('success', 'admin.openingHours.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('opening-hours', practiceId)}>
      <UnsavedInput />
      <Split>
        <Panel as="section" aria-labelledby="opening-hours">
          <div className={styles.fields}>
            <div>
              <h2 id="opening-hours">
                <FormattedMessage id="core.hours.title" />
              </h2>
              <p className="muted small">
                <FormattedMessage id="admin.openingHours.lead" />
              </p>
            </div>
            <div className={styles.days}>
              {WEEKDAYS.map((weekday) => (
                <TextField
                  key={weekday}
                  name={dayField(weekday)}
                  label={<span className={styles.weekday}>{weekdayName(weekday, intl)}</span>}
                  placeholder={weekday === 1 ? intl.formatMessage({ id: 'admin.openingHours.example' }) : undefined}
                  autoComplete="off"
                />
              ))}
            </div>
            <CopyMonday />
            <ClosedDaysField />
          </div>
          <SaveFoot />
        </Panel>
        <Preview />
      </Split>
    </Form>
  )
}

function CopyMonday() {
  const { values, setValues } = useFormikContext<Values>()
  return (
    <div>
      <Button
        variant="secondary"
        icon={CopyDown}
        disabled={!values.day1.trim()}
        onClick={() => void setValues({ ...values, ...recordOf(COPIED, () => values.day1) })}
      >
        <FormattedMessage id="admin.openingHours.copy" />
      </Button>
    </div>
  )
}

function ClosedDaysField() {
  const intl = useIntl()
  const [{ value }, , { setValue }] = useField<ClosedDays[]>('closedDays')
  const [from, setFrom] = useState<IsoDate | null>(null)
  const [until, setUntil] = useState<IsoDate | null>(null)
  const isReversed = from !== null && until !== null && until < from

  function add() {
    if (from === null || isReversed) return
    void setValue([...value, { from, until: until ?? from }].sort((one, other) => (one.from < other.from ? -1 : 1)))
    setFrom(null)
    setUntil(null)
  }
  return (
    <fieldset className={styles.closed}>
      <legend>
        <FormattedMessage id="admin.openingHours.closedTitle" />
      </legend>
      <p className="muted small">
        <FormattedMessage id="admin.openingHours.closedLead" />
      </p>
      {value.length > 0 && (
        <ul className={styles.list}>
          {value.map((days, index) => {
            const text = closedDaysText(days, intl)
            return (
              <li key={`${days.from} ${days.until}`}>
                {text}
                <IconButton
                  icon={X}
                  label={intl.formatMessage({ id: 'admin.openingHours.remove' }, { date: text })}
                  onClick={() => void setValue(value.filter((_, at) => at !== index))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <div className={styles.adding}>
        <DateInput label={<FormattedMessage id="admin.openingHours.from" />} value={from} onChange={setFrom} />
        <DateInput
          label={<FormattedMessage id="admin.openingHours.until" />}
          value={until}
          onChange={setUntil}
          flag={isReversed ? 'invalidPeriod' : undefined}
        />
        <Button variant="secondary" icon={Plus} disabled={from === null || isReversed} onClick={add}>
          <FormattedMessage id="admin.openingHours.add" />
        </Button>
      </div>
    </fieldset>
  )
}

/** Live preview of the opening hours as clients see them. */
function Preview() {
  const { values } = useFormikContext<Values>()
  const hours = sortedOpeningHours(hoursOf(values))
  return (
    <Panel as="aside" padded className={styles.preview} aria-labelledby="hours-preview">
      <h2 id="hours-preview">
        <FormattedMessage id="admin.openingHours.preview" />
      </h2>
      {hours ? (
        <>
          <p>
            <OpenNow hours={hours} />
          </p>
          <OpeningHoursTable hours={hours} />
        </>
      ) : (
        <p className="muted">
          <FormattedMessage id="admin.openingHours.none" />
        </p>
      )}
    </Panel>
  )
}
