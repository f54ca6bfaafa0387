import type { Patient } from '#contract/schemas/patient.ts'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { MAX_REQUEST_TEXT } from '#contract/request.ts'
import { TextareaField } from '#src/ui/forms/textarea-field.tsx'
import { PatientField } from './patient-field.tsx'

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
