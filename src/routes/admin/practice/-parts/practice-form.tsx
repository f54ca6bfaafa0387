import { useQueryClient } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import { showMessage } from '#src/lib/messages.ts'
import { refusal } from '#src/lib/problems.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Form, SubmitButton } from '#src/ui/forms/form.tsx'
import { Split } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { TextareaField } from '#src/ui/forms/textarea-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { savePractice } from '#src/api/practice-mutations.ts'
import { UnsavedChanges } from '#src/ui/feedback/unsaved-changes.tsx'
import { LogoField } from './logo-field.tsx'
import styles from './practice.module.css'
import { type PracticeValues, valuesOf, withChanges } from './values.ts'
import { PracticeFace } from '#src/features/practice/practice-face.tsx'

const schema = async () => (await import('#contract/schemas/practice.ts')).practiceChangeSchema

export function PracticeForm({ practiceId, practice }: { practiceId: string; practice: Practice }) {
  const queryClient = useQueryClient()
  // What the form began with, and what was saved of it since.
  const [known, setKnown] = useState(() => valuesOf(practice))

  async function save(values: PracticeValues, reset: (saved: PracticeValues) => void) {
    try {
      const saved = valuesOf(await savePractice(queryClient, practiceId, withChanges(practice, known, values)))
      setKnown(saved)
      reset(saved)
    } catch (error) {
      return refusal(error)
    }
    showMessage('success', 'admin.practice.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={(values, { reset }) => save(values, reset)}>
      <UnsavedInput />
      <Split>
        <Panel>
          <div className={styles.fields}>
            <LogoField practiceId={practiceId} practice={practice} />
            <TextField
              name="name"
              label={<FormattedMessage id="admin.practice.name" />}
              required
              autoComplete="organization"
            />
            <TextField
              name="title"
              label={<FormattedMessage id="admin.practice.title" />}
              hint={<FormattedMessage id="admin.practice.titleHint" />}
              autoComplete="off"
            />
            <TextareaField name="text" label={<FormattedMessage id="admin.practice.text" />} />
            <TextField
              name="phone"
              type="tel"
              label={<FormattedMessage id="admin.practice.phone" />}
              autoComplete="tel"
              className={styles.phone}
            />
            <TextField
              name="website"
              type="url"
              icon={Globe}
              label={<FormattedMessage id="admin.practice.website" />}
              autoComplete="url"
            />
            {practice.manaId && (
              <dl className={styles.fact}>
                <dt>
                  <FormattedMessage id="admin.practice.manaId" />
                </dt>
                <dd>{practice.manaId}</dd>
              </dl>
            )}
          </div>
          <div className={styles.foot}>
            <Undo />
            <SubmitButton>
              <FormattedMessage id="core.buttons.save" />
            </SubmitButton>
          </div>
        </Panel>
        <Preview practice={practice} />
      </Split>
    </Form>
  )
}

function Undo() {
  const { dirty, isSubmitting, resetForm } = useFormikContext()
  return (
    <Button variant="ghost" disabled={!dirty || isSubmitting} onClick={() => resetForm()}>
      <FormattedMessage id="core.buttons.cancel" />
    </Button>
  )
}

function UnsavedInput() {
  const { dirty } = useFormikContext()
  if (!dirty) return null
  return (
    <UnsavedChanges
      title={<FormattedMessage id="admin.practice.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.practice.leave" />}
    >
      <p>
        <FormattedMessage id="admin.practice.leaveText" />
      </p>
    </UnsavedChanges>
  )
}

/** What clients will see of the practice, while it is being typed. */
function Preview({ practice: { logoUrl } }: { practice: Practice }) {
  const { values } = useFormikContext<PracticeValues>()
  return <PracticeFace practice={{ ...values, logoUrl }} heading={<FormattedMessage id="admin.practice.preview" />} />
}
