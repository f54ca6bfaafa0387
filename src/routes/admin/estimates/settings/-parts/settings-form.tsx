import { useMutation } from '@tanstack/react-query'
import Phone from 'lucide-react/icons/phone'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { MAX_ESTIMATE_SENTENCE } from '#contract/estimate.ts'
import type { EstimateSettings, ShownEstimateSettings } from '#contract/schemas/estimate.ts'
import { practiceEstimateMutations } from '#src/api/estimates.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './settings-form.module.css'

const schema = async () => (await import('#contract/schemas/estimate.ts')).estimateSettingsSchema

const valuesOf = ({ emergency = '', emergencyPhone = '', confirmation = '' }: EstimateSettings) => ({
  emergency,
  emergencyPhone,
  confirmation,
})
type Values = ReturnType<typeof valuesOf>

interface SettingsFormProps {
  practiceId: string
  settings: ShownEstimateSettings
}

/** Form for the sentences below each estimate. An empty field means the default, which its hint shows. */
export function SettingsForm({ practiceId, settings }: SettingsFormProps) {
  const { mutateAsync } = useMutation(practiceEstimateMutations.changeSettings(practiceId))
  const [known] = useState(() => valuesOf(settings))

  async function save(values: Values, { reset }: FormControls<Values>): Promise<FormError | undefined> {
    try {
      await mutateAsync({
        emergency: values.emergency || undefined,
        emergencyPhone: values.emergencyPhone || undefined,
        confirmation: values.confirmation || undefined,
      })
    } catch (error) {
      return formErrorOf(error)
    }
    reset(values)
    showMessage('success', 'admin.estimateSettings.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('estimate-settings', practiceId)}>
      <UnsavedInput />
      <Panel>
        <div className={styles.fields}>
          <TextareaField
            name="emergency"
            max={MAX_ESTIMATE_SENTENCE}
            rows={3}
            label={<FormattedMessage id="admin.estimateSettings.emergency" />}
            hint={<Shown text={settings.shown.emergency} />}
          />
          <TextField
            name="emergencyPhone"
            type="tel"
            icon={Phone}
            autoComplete="off"
            label={<FormattedMessage id="admin.estimateSettings.emergencyPhone" />}
            hint={<Shown text={settings.shown.phone} />}
          />
          <TextareaField
            name="confirmation"
            max={MAX_ESTIMATE_SENTENCE}
            rows={3}
            label={<FormattedMessage id="admin.estimateSettings.confirmation" />}
            hint={<Shown text={settings.shown.confirmation} />}
          />
        </div>
        <SaveFoot />
      </Panel>
    </Form>
  )
}

/** Sentence that owners read now. */
const Shown = ({ text }: { text: string | undefined }) => (
  <FormattedMessage id="admin.estimateSettings.shown" values={{ text: text || 'none' }} />
)
