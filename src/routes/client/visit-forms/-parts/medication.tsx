import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { VisitForm } from '#contract/visit-form.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import styles from './visit-page.module.css'

export function Medication({ medicines }: { medicines: NonNullable<VisitForm['medication']> }) {
  const titleId = useId()
  if (medicines.length === 0) return null
  return (
    <section className={styles.medication} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <FormattedMessage id="client.visitForms.medication" />
      </h2>
      <Items plain>
        {medicines.map(({ product, dosage, days }, index) => (
          <Item
            key={index}
            title={product}
            sub={dosage}
            when={days != null && <FormattedMessage id="client.visitForms.days" values={{ days }} />}
          />
        ))}
      </Items>
    </section>
  )
}
