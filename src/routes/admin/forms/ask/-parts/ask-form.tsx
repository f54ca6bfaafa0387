import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isFormer } from '#contract/patient.ts'
import type { PortalForm } from '#contract/schemas/form.ts'
import { ZONE } from '#contract/zone.ts'
import { appointmentQueries } from '#src/api/appointments.ts'
import { practiceFormMutations } from '#src/api/practice-forms.ts'
import { SILENT } from '#src/api/query-client.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { patientOptions, usePatients } from '#src/features/patients/distinct-names.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import styles from './ask-form.module.css'

interface AskFormProps {
  practiceId: string
  clientId: string
  /** Forms that can be asked for. */
  forms: readonly PortalForm[]
  /** Animal and appointment at first. */
  patient: string | undefined
  appointment: string | undefined
}

interface Values {
  formId: string
  patientUuid: string
  appointmentUuid: string
}

/** Form that asks a client to fill in a form. */
export function AskForm({ practiceId, clientId, forms, patient, appointment }: AskFormProps) {
  const intl = useIntl()
  const router = useRouter()
  const textOf = useTranslated()
  const animals = (usePatients(clientId) ?? []).filter((animal) => !isFormer(animal))
  const { data: visits = [] } = useQuery({ ...appointmentQueries.coming(clientId), retryOnMount: false, meta: SILENT })
  // Repeated submits ask once.
  const [uuid] = useState(newUuid)
  const { mutateAsync } = useMutation(practiceFormMutations.ask(practiceId))
  const [initial] = useState<Values>(() => ({
    formId: (forms.length === 1 && forms[0]?.id) || '',
    patientUuid: animals.find((animal) => animal.uuid === patient)?.uuid ?? '',
    appointmentUuid: visits.find((visit) => visit.uuid === appointment)?.uuid ?? '',
  }))

  async function send({ formId, patientUuid, appointmentUuid }: Values): Promise<FormError | undefined> {
    try {
      await mutateAsync({
        uuid,
        formId,
        clientUuid: clientId,
        patientUuid: patientUuid || undefined,
        appointmentUuid: appointmentUuid || undefined,
      })
    } catch (error) {
      return formErrorOf(error)
    }
    showAfterNavigation('success', 'admin.forms.isAsked')
    await router.navigate({ to: '/admin/forms', search: { of: clientId }, replace: true })
    return undefined
  }

  const none = intl.formatMessage({ id: 'admin.forms.none' })
  return (
    <Form initialValues={initial} schema={loadSchema} onSubmit={send}>
      <Panel>
        <div className={styles.fields}>
          <SelectField
            name="formId"
            required
            label={<FormattedMessage id="admin.forms.form" />}
            placeholder={intl.formatMessage({ id: 'admin.forms.chooseForm' })}
            options={forms.map(({ id, content }) => ({ value: id, label: textOf(content.title) }))}
          />
          {animals.length > 0 && (
            <SelectField
              name="patientUuid"
              label={<FormattedMessage id="client.requests.animal" />}
              options={[{ value: '', label: none }, ...patientOptions(animals, intl)]}
            />
          )}
          {visits.length > 0 && (
            <SelectField
              name="appointmentUuid"
              label={<FormattedMessage id="admin.forms.appointment" />}
              hint={<FormattedMessage id="admin.forms.appointmentHint" />}
              options={[
                { value: '', label: none },
                ...visits.map(({ uuid: value, start, reason }) => ({
                  value,
                  label: `${intl.formatDate(start, { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE })} · ${reason}`,
                })),
              ]}
            />
          )}
        </div>
        <PanelFoot>
          <SubmitButton>
            <FormattedMessage id="admin.forms.ask" />
          </SubmitButton>
        </PanelFoot>
      </Panel>
    </Form>
  )
}

const loadSchema = async () => {
  const { object, string } = await import('yup')
  return object({ formId: string().required('required') })
}
