import { useMutation } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_EMAIL, MAX_OPENING_HOURS, MAX_PRODUCT_LINES } from '#contract/text.ts'
import { REQUEST_KINDS } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { practiceRequestMutations } from '#src/api/requests.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { TemplatesField } from './templates-field.tsx'
import { type SettingsValues, settingsOf, valuesOf } from './values.ts'
import styles from './settings.module.css'

const schema = async () => (await import('./settings-schema.ts')).settingsFormSchema

interface SettingsFormProps {
  practiceId: string
  settings: RequestSettings
}

/** Form for the accepted kinds of requests and the settings for answers. */
export function SettingsForm({ practiceId, settings }: SettingsFormProps) {
  const intl = useIntl()
  const { mutateAsync } = useMutation(practiceRequestMutations.changeSettings(practiceId))
  const hasKinds = useCan('request-messages')
  const [known] = useState(() => valuesOf(settings))

  async function save(values: SettingsValues, { reset }: FormControls<SettingsValues>): Promise<FormError | undefined> {
    try {
      await mutateAsync(settingsOf(values, hasKinds))
    } catch (error) {
      return formErrorOf(error)
    }
    reset(values)
    showMessage('success', 'admin.requestSettings.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('request-settings', practiceId)}>
      <UnsavedInput />
      <Panel>
        <div className={styles.fields}>
          <CheckboxGroupField
            name="kinds"
            label={<FormattedMessage id="admin.requestSettings.kinds" />}
            hint={<FormattedMessage id="admin.requestSettings.kindsHint" />}
            options={REQUEST_KINDS.map((kind) => ({
              value: kind,
              label: intl.formatMessage({ id: `core.requests.kind.${kind}` }),
            }))}
          />
          <TextareaField
            name="hours"
            max={MAX_OPENING_HOURS}
            label={<FormattedMessage id="admin.requestSettings.hours" />}
            hint={<FormattedMessage id="admin.requestSettings.hoursHint" />}
          />
          <div className={styles.days}>
            <NumberField
              name="answerWithinDays"
              decimals={0}
              label={<FormattedMessage id="admin.requestSettings.answerWithin" />}
              hint={<FormattedMessage id="admin.requestSettings.answerWithinHint" />}
            />
            <NumberField
              name="seenWithinDays"
              decimals={0}
              label={<FormattedMessage id="admin.requestSettings.seenWithin" />}
              hint={<FormattedMessage id="admin.requestSettings.seenWithinHint" />}
            />
          </div>
          <TextField
            name="mailTo"
            max={MAX_EMAIL}
            type="email"
            icon={Mail}
            autoComplete="off"
            label={<FormattedMessage id="admin.requestSettings.mailTo" />}
            hint={
              <FormattedMessage
                id={
                  settings.mailToConfirmed === false
                    ? 'admin.requestSettings.mailToUnconfirmed'
                    : 'admin.requestSettings.mailToHint'
                }
              />
            }
          />
          <TemplatesField hasKinds={hasKinds} />
          <TextareaField
            name="productsNotRepeated"
            max={MAX_PRODUCT_LINES}
            label={<FormattedMessage id="admin.requestSettings.products" />}
            hint={<FormattedMessage id="admin.requestSettings.productsHint" />}
          />
        </div>
        <SaveFoot />
      </Panel>
    </Form>
  )
}
