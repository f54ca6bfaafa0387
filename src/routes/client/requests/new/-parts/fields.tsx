import styles from './fields.module.css'
import { FormattedMessage, useIntl } from 'react-intl'
import { type NamedPatient, patientOptions } from '#src/features/patients/distinct-names.ts'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import type { Patient } from '#contract/schemas/patient.ts'
import type { ReactNode } from 'react'
import { DETAIL_FIELDS, type DetailField, MAX_REQUEST_TEXT } from '#contract/request.ts'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'

interface PatientFieldProps {
  patients: readonly NamedPatient[]
  /** Label of the choice without an animal. */
  none?: 'client.requests.noAnimal' | 'client.requests.chooseAnimal'
}

/** Animal that the request is about, if any. */
export function PatientField({ patients, none = 'client.requests.noAnimal' }: PatientFieldProps) {
  const intl = useIntl()
  if (patients.length === 0) return null
  return (
    <SelectField
      name="patientUuid"
      label={intl.formatMessage({ id: 'client.requests.animal' })}
      options={[{ value: '', label: intl.formatMessage({ id: none }) }, ...patientOptions(patients, intl)]}
    />
  )
}

export function QuestionFields({ patients, children }: { patients: readonly Patient[]; children: ReactNode }) {
  return (
    <>
      <PatientField patients={patients} />
      <TextareaField
        name="text"
        label={<FormattedMessage id="client.requests.question" />}
        required
        rows={6}
        max={MAX_REQUEST_TEXT}
      />
      {children}
    </>
  )
}

const INPUTS: Record<DetailField, { autoComplete: string; type?: string }> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  companyName: { autoComplete: 'organization' },
  street: { autoComplete: 'address-line1' },
  houseNumber: { autoComplete: 'off' },
  postalCode: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
  phone: { autoComplete: 'tel', type: 'tel' },
  mobile: { autoComplete: 'tel', type: 'tel' },
  email: { autoComplete: 'email', type: 'email' },
}

/** Fields with the owner's details at the practice, to be corrected. */
export function DetailFields() {
  const { id, flag, onBlur } = useFormField('corrections')
  return (
    <>
      <GroupFrame
        id={id}
        name="corrections"
        tabIndex={-1}
        label={<FormattedMessage id="client.requests.details" />}
        hint={<FormattedMessage id="client.requests.detailsHint" />}
        // `required` would be misleading, because the fields are filled.
        flag={flag && 'nothingChanged'}
        onBlur={onBlur}
        aria-describedby={flag ? `${id}-hint ${id}-error` : `${id}-hint`}
      >
        <div className={styles.details}>
          {DETAIL_FIELDS.map((field) => (
            <TextField
              key={field}
              name={field}
              {...INPUTS[field]}
              label={<FormattedMessage id={`core.requests.detail.${field}`} />}
            />
          ))}
        </div>
      </GroupFrame>
      <NoteField />
    </>
  )
}

/** Optional note at the end of a request. */
export const NoteField = () => (
  <TextareaField
    name="text"
    label={<FormattedMessage id="client.requests.note" />}
    rows={3}
    className={styles.low}
    max={MAX_REQUEST_TEXT}
  />
)
