import { FormattedDate, FormattedTime } from 'react-intl'
import type { AuditEntry } from '#contract/audit.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import styles from './audit-list.module.css'
import { Details, What } from './what.tsx'

/** Who did what, the newest first, by the day on this device's calendar. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString())
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-labelledby={idOf(day)}>
      <h2 id={idOf(day)}>
        <FormattedDate value={ofDay[0]!.at} weekday="long" day="numeric" month="long" year="numeric" />
      </h2>
      <Items plain>
        {ofDay.map((entry, index) => (
          <Item
            key={`${entry.at} ${index}`}
            title={<What entry={entry} />}
            sub={<Details entry={entry} />}
            when={
              <time className={styles.time} dateTime={entry.at}>
                <FormattedTime value={entry.at} />
              </time>
            }
          />
        ))}
      </Items>
    </section>
  ))
}

const idOf = (day: string) => `audit-${day.replaceAll(' ', '-')}`
