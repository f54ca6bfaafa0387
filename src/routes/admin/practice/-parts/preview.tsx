import { useFormikContext } from 'formik'
import { FormattedMessage } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import { PracticeFace } from '#src/features/practice/practice-face.tsx'
import type { PracticeValues } from './values.ts'

/** What clients will see of the practice, while it is being typed. */
export function Preview({ practice: { logoUrl } }: { practice: Practice }) {
  const { values } = useFormikContext<PracticeValues>()
  return <PracticeFace practice={{ ...values, logoUrl }} heading={<FormattedMessage id="admin.practice.preview" />} />
}
