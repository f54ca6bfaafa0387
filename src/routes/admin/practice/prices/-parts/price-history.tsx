import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { PriceList } from '#contract/schemas/price-list.ts'
import { priceQueries } from '#src/api/prices.ts'
import { PriceSections } from '#src/features/prices/price-sections.tsx'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './prices.module.css'

/** Versions of the price list, which staff can read for two years. */
export function PriceHistory({ practiceId }: { practiceId: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(priceQueries.versions(practiceId))
  const [shown, setShown] = useState<PriceList>()
  // A failure has been shown.
  const show = async (version: number) =>
    setShown(await queryClient.query(priceQueries.version(practiceId, version)).catch(() => undefined))
  if (query.data?.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="price-history">
      <PanelHead>
        <h2 id="price-history">
          <FormattedMessage id="admin.prices.history" />
        </h2>
      </PanelHead>
      <LoadFailure query={query} />
      <div className={styles.list}>
        <Items plain bare>
          {query.data?.map((one) => (
            <Item
              key={one.version}
              title={<Since list={one} />}
              sub={
                <FormattedMessage
                  id={one.key ? 'admin.prices.byKey' : 'admin.prices.by'}
                  values={{
                    at: one.publishedAt && <Moment at={one.publishedAt} dateStyle="long" timeStyle="short" />,
                    name: one.key ?? one.publishedBy ?? '',
                    count: one.count,
                  }}
                />
              }
              when={
                one.count > 0 && (
                  <Button variant="secondary" onClick={() => void show(one.version)}>
                    <FormattedMessage id="admin.prices.view" />
                  </Button>
                )
              }
            />
          ))}
        </Items>
      </div>
      {shown && (
        <Dialog title={<Since list={shown} />} onClose={() => setShown(undefined)}>
          <PriceSections items={shown.items} />
        </Dialog>
      )}
    </Panel>
  )
}

const Since = ({ list: { validFrom } }: { list: Pick<PriceList, 'validFrom'> }) => (
  <FormattedMessage
    id="admin.prices.version"
    values={{ date: validFrom && <Day date={validFrom} day="numeric" month="long" year="numeric" /> }}
  />
)
