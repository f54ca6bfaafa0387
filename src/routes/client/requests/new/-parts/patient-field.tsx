import type { Patient } from '#contract/schemas/patient.ts'
import { useIntl } from 'react-intl'
import { patientLabel } from '#contract/names.ts'
import { SelectField } from '#src/ui/forms/select-field.tsx'

/** Which animal it is about; not every request is about one. */
export function PatientField({ patients }: { patients: readonly Patient[] }) {
  const { formatMessage } = useIntl()
  if (patients.length === 0) return null
  return (
    <SelectField
      name="patientUuid"
      label={formatMessage({ id: 'client.requests.animal' })}
      options={[
        { value: '', label: formatMessage({ id: 'client.requests.noAnimal' }) },
        ...patients.map((patient) => ({ value: patient.uuid, label: patientLabel(patient) })),
      ]}
    />
  )
}
