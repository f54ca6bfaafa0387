import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionKind, type RetentionYears } from '#contract/retention.ts'
import { recordOf } from '#contract/typed-entries.ts'
import { retentionMutations } from '#src/api/retention.ts'
import { SaveFoot, UnsavedInput } from '#src/features/practice/form-parts.tsx'
import { refusalOf } from '#src/features/refusal-of.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Form, type FormControls, type Refusal } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { KIND_NAMES } from './kinds.ts'
import styles from './retention.module.css'

type Values = Record<RetentionKind, number | null>

const schema = async () => (await import('#contract/schemas/retention.ts')).retentionSchema

/** How many years each kind is kept; an empty field is without end. */
export function RetentionForm({ practiceId, years }: { practiceId: string; years: RetentionYears }) {
  const { mutateAsync } = useMutation(retentionMutations.change(practiceId))
  const [known] = useState<Values>(() => recordOf(RETENTION_KINDS, (kind) => years[kind] ?? null))

  async function save(values: Values, { reset }: FormControls<Values>): Promise<Refusal | undefined> {
    try {
      await mutateAsync(values)
    } catch (error) {
      return refusalOf(error)
    }
    reset(values)
    showMessage('success', 'admin.retention.saved')
    return undefined
  }

  return (
    <Form initialValues={known} schema={schema} onSubmit={save} draft={draftOf('retention', practiceId)}>
      <UnsavedInput />
      <Panel as="section" aria-labelledby="retention-years">
        <div className={styles.part}>
          <h2 id="retention-years">
            <FormattedMessage id="admin.retention.years" />
          </h2>
          <p className="muted">
            <FormattedMessage id="admin.retention.yearsText" />
          </p>
          <div className={styles.fields}>
            {RETENTION_KINDS.map((kind) => (
              <NumberField
                key={kind}
                name={kind}
                decimals={0}
                label={<FormattedMessage id={KIND_NAMES[kind]} />}
                hint={
                  <FormattedMessage
                    id={kind === 'audit' ? 'admin.retention.hintMost' : 'admin.retention.hint'}
                    values={{ ...RETENTION_RULES[kind] }}
                  />
                }
              />
            ))}
          </div>
        </div>
        <SaveFoot />
      </Panel>
    </Form>
  )
}
