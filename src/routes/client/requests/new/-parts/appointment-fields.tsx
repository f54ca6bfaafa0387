import type { Patient } from '#contract/schemas/patient.ts'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_REQUEST_TEXT, PARTS_OF_DAY, WEEKDAYS } from '#contract/request.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import type { AskSearch } from '#src/api/request-terms.ts'
import { nameOf } from '#src/features/reminders/reminder.ts'
import { DAY_NAMES, PART_NAMES } from '#src/features/requests/words.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { TextareaField } from '#src/ui/forms/textarea-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { PatientField } from './patient-field.tsx'
import styles from './fields.module.css'
import { wishOf } from './values.ts'

interface AppointmentFieldsProps {
  clientId: string
  patients: readonly Patient[]
  search: AskSearch
}

/** What for, and when it suits; or that another time is wanted for one that there is, or none. */
export function AppointmentFields({ clientId, patients, search }: AppointmentFieldsProps) {
  const wish = wishOf(search)
  return (
    <>
      {wish === 'BOOK' && <PatientField patients={patients} />}
      {search.reminder && <Reminder clientId={clientId} reminderUuid={search.reminder} />}
      {wish !== 'BOOK' && (
        <p>
          <FormattedMessage id={wish === 'MOVE' ? 'client.requests.moves' : 'client.requests.cancels'} />
        </p>
      )}
      <TextareaField
        name="text"
        label={<FormattedMessage id={wish === 'BOOK' ? 'client.requests.reason' : 'client.requests.note'} />}
        required={wish === 'BOOK' && !search.reminder}
        rows={3}
        max={MAX_REQUEST_TEXT}
      />
      {wish !== 'CANCEL' && <Suits />}
    </>
  )
}

/** What is to be done there. */
function Reminder({ clientId, reminderUuid }: { clientId: string; reminderUuid: string }) {
  const intl = useIntl()
  const { data } = useQuery(reminderQueries.whole(clientId, { active: true }))
  const reminder = data?.content.find(({ uuid }) => uuid === reminderUuid)
  if (!reminder) return null
  return (
    <p>
      <FormattedMessage id="client.requests.forReminder" values={{ name: <strong>{nameOf(reminder, intl)}</strong> }} />
    </p>
  )
}

/** Days and the parts of them; none is any. */
function Suits() {
  const { formatMessage } = useIntl()
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>('suits')
  const choose = (each: string, isChosen: boolean) =>
    change(isChosen ? [...value, each] : value.filter((other) => other !== each))
  return (
    <GroupFrame
      id={id}
      name="suits"
      label={<FormattedMessage id="client.requests.suits" />}
      hint={<FormattedMessage id="client.requests.suitsHint" />}
      flag={flag}
      onBlur={onBlur}
      aria-describedby={`${id}-hint`}
    >
      <table className={styles.suits}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">
                <FormattedMessage id="client.requests.day" />
              </span>
            </th>
            {PARTS_OF_DAY.map((part) => (
              <th key={part} scope="col">
                <FormattedMessage id={PART_NAMES[part]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((day) => (
            <tr key={day}>
              <th scope="row">
                <FormattedMessage id={DAY_NAMES[day]} />
              </th>
              {PARTS_OF_DAY.map((part) => (
                <td key={part}>
                  <Checkbox
                    aria-label={`${formatMessage({ id: DAY_NAMES[day] })} ${formatMessage({ id: PART_NAMES[part] })}`}
                    checked={value.includes(`${day} ${part}`)}
                    onChange={(isChosen) => choose(`${day} ${part}`, isChosen)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </GroupFrame>
  )
}
