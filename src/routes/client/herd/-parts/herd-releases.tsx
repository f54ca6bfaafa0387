import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { HerdRelease } from '#contract/schemas/herd.ts'
import { MAX_RELEASES } from '#contract/herd.ts'
import type { Food } from '#contract/withdrawal.ts'
import { daysBetween } from '#contract/dates.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { RELEASES_AT_FIRST } from '#src/api/first-calls.ts'
import { type FoodReleases, herdQueries } from '#src/api/herd.ts'
import { FreeFrom, periodText } from '#src/features/medicines/medicine-texts.tsx'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './herd-releases.module.css'

/** Foods in display order; milk is first, because it is collected every few days. */
const FOODS = ['milk', 'meat', 'eggs'] as const

const MORE = 40

/** Animals with a withdrawal period, grouped by food and by the day on which the period ends. */
export function HerdReleases({ clientId }: { clientId: string }) {
  const [limit, setLimit] = useState(RELEASES_AT_FIRST)
  const query = useQuery({
    ...herdQueries.releases(clientId, todayNow(), limit),
    placeholderData: keepPreviousData,
    // The loader has made this request, and users retry by a button.
    retryOnMount: false,
  })
  const { data, isPlaceholderData } = query
  if (!data) {
    return (
      <Panel padded>
        <NotLoaded queries={[query]} />
      </Panel>
    )
  }
  return (
    <>
      {data.every(({ count }) => count === 0) ? (
        <Panel>
          <Empty icon={CircleCheck} title={<FormattedMessage id="client.herd.noneTitle" />}>
            <FormattedMessage id="client.herd.none" />
          </Empty>
        </Panel>
      ) : (
        <div className={styles.foods}>
          {FOODS.map((food) => (
            <OfFood
              key={food}
              food={food}
              releases={data.find((releases) => releases.food === food)}
              busy={isPlaceholderData}
              onMore={() => setLimit(Math.min(limit + MORE, MAX_RELEASES))}
            />
          ))}
        </div>
      )}
      <p className={styles.note}>
        <FormattedMessage id="client.logbook.medicine.runningNote" />
      </p>
    </>
  )
}

interface OfFoodProps {
  food: Food
  releases: FoodReleases | undefined
  busy: boolean
  onMore: () => void
}

function OfFood({ food, releases, busy, onMore }: OfFoodProps) {
  const titleId = useId()
  const today = todayNow()
  const { count, days } = releases ?? { count: 0, days: [] }
  const shown = days.reduce((sum, day) => sum + day.releases.length, 0)
  const more = Math.min(count - shown, MORE, MAX_RELEASES - shown)
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id={`client.herd.${food}`} />
        </h2>
        <span className="muted">
          <FormattedMessage id="client.herd.count" values={{ count }} />
        </span>
      </PanelHead>
      {count === 0 && (
        <p className={styles.nothing}>
          <FormattedMessage id="client.herd.noneOfFood" />
        </p>
      )}
      {days.map(({ day, count: onDay, releases: list }) => (
        <section key={day} className={styles.day}>
          <h3>
            <FreeFrom food={food}>
              <Day date={day} weekday="short" day="numeric" month="long" />
            </FreeFrom>
          </h3>
          <p className="small muted">
            <FormattedMessage id="client.withdrawals.inDays" values={{ days: daysBetween(today, day) }} /> ·{' '}
            <FormattedMessage id="client.herd.count" values={{ count: onDay }} />
          </p>
          <ul>
            {list.map((release, index) => (
              <ReleaseItem key={index} release={release} />
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <div className={styles.more}>
          <Button variant="secondary" busy={busy} onClick={onMore}>
            <FormattedMessage id="core.buttons.more" values={{ count: more }} />
          </Button>
        </div>
      )}
    </Panel>
  )
}

function ReleaseItem({ release }: { release: HerdRelease }) {
  const intl = useIntl()
  const { animal, animals, what, isStartUnknown } = release
  return (
    <li>
      <Link
        to="/client/patients/$patientId"
        params={{ patientId: animal.uuid }}
        search={{ show: 'medicines' }}
        preload={false}
      >
        {animal.name}
      </Link>{' '}
      <span className={styles.why}>
        {[animal.number, animals, what, periodText(release, intl)].filter(Boolean).join(' · ')}
      </span>
      {isStartUnknown && (
        <span className={styles.start}>
          <FormattedMessage id="client.herd.fromDelivery" />
        </span>
      )}
    </li>
  )
}
