import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_ESTIMATE_TEXT } from '#contract/estimate.ts'
import { isFormer } from '#contract/patient.ts'
import type { Estimate, PracticeEstimate } from '#contract/schemas/estimate.ts'
import { practiceEstimateMutations } from '#src/api/estimates.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { patientOptions, usePatients } from '#src/features/patients/distinct-names.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { readUuid } from '#src/lib/search.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { DateField } from '#src/ui/forms/date-field.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { Panel, PanelFoot } from '#src/ui/layout/panel.tsx'
import { type EstimateContext, type EstimateValues, atFields, bodyOf, schemaOf, valuesOf } from './estimate-values.ts'
import styles from './estimate-form.module.css'
import { LinesField } from './lines-field.tsx'

const PreviewDialog = createLazyModule(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

interface EstimateFormProps {
  practiceId: string
  clientId: string
  /** Estimate that is changed; undefined for a new one. */
  former?: PracticeEstimate | undefined
  terms: Estimate['terms']
}

/** Form for a new estimate, or for changes to one that was sent. */
export function EstimateForm({ practiceId, clientId, former, terms }: EstimateFormProps) {
  const intl = useIntl()
  const router = useRouter()
  const patients = (usePatients(clientId) ?? []).filter(
    (patient) => !isFormer(patient) || patient.uuid === former?.patientUuid,
  )
  const symbol = intl.formatNumberToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const context: EstimateContext = { clientUuid: clientId, former, patients, symbol }
  const own = draftOf('estimate', practiceId, clientId, former?.uuid ?? 'new')
  // Repeated submits of a new estimate have one id, also after a reload.
  const [uuid] = useState(() => former?.uuid ?? readUuid(own.read()?.extra?.['uuid']) ?? newUuid())
  const [initial] = useState(() => valuesOf(context))
  const { mutateAsync } = useMutation(practiceEstimateMutations.save(practiceId, uuid))

  async function send(values: EstimateValues): Promise<FormError | undefined> {
    try {
      await mutateAsync(bodyOf(values, context))
    } catch (error) {
      const { fields, ...formError } = formErrorOf(error, {
        conflict: { text: <FormattedMessage id="admin.estimates.changedMeanwhile" /> },
      })
      return { ...formError, ...(fields && { fields: atFields(fields, values) }) }
    }
    own.sent(values)
    showAfterNavigation('success', former ? 'admin.estimates.changed' : 'admin.estimates.sent')
    await router.navigate({ to: '/admin/estimates/$estimateId', params: { estimateId: uuid }, replace: true })
    return undefined
  }

  return (
    <Form
      initialValues={initial}
      schema={() => schemaOf(context)}
      onSubmit={send}
      draft={{ ...own, keep: (typed) => own.keep({ ...typed, extra: { uuid } }) }}
    >
      <Panel>
        <div className={styles.fields}>
          <div className={styles.facts}>
            {patients.length > 0 && (
              <SelectField
                name="patientUuid"
                label={<FormattedMessage id="client.requests.animal" />}
                options={[
                  { value: '', label: intl.formatMessage({ id: 'admin.estimates.noAnimal' }) },
                  ...patientOptions(patients, intl),
                ]}
              />
            )}
            <TextField
              name="reason"
              required
              autoComplete="off"
              label={<FormattedMessage id="admin.estimates.reason" />}
              hint={<FormattedMessage id="admin.estimates.reasonHint" />}
            />
            <DateField name="validUntil" required label={<FormattedMessage id="admin.estimates.validUntil" />} />
            <TextField name="number" autoComplete="off" label={<FormattedMessage id="admin.estimates.number" />} />
          </div>
          <LinesField symbol={symbol} />
          <TextareaField
            name="text"
            max={MAX_ESTIMATE_TEXT}
            rows={4}
            label={<FormattedMessage id="core.estimates.text" />}
            hint={<FormattedMessage id="admin.estimates.textHint" />}
          />
        </div>
        <PanelFoot>
          <Preview context={context} terms={terms} />
          <SubmitButton>
            <FormattedMessage id={former ? 'admin.estimates.sendChange' : 'client.requests.send'} />
          </SubmitButton>
        </PanelFoot>
      </Panel>
    </Form>
  )
}

/** Button that shows the typed estimate as the owner will read it. */
function Preview({ context, terms }: { context: EstimateContext; terms: Estimate['terms'] }) {
  const { values } = useFormikContext<EstimateValues>()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon={Eye} onClick={() => void PreviewDialog.openAfterImport(() => setOpen(true))}>
        <FormattedMessage id="admin.estimates.preview" />
      </Button>
      {isOpen && <PreviewDialog estimate={bodyOf(values, context)} terms={terms} onClose={() => setOpen(false)} />}
    </>
  )
}
