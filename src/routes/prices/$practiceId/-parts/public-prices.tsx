import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Globe from 'lucide-react/icons/globe'
import LogIn from 'lucide-react/icons/log-in'
import Phone from 'lucide-react/icons/phone'
import Printer from 'lucide-react/icons/printer'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { useLayoutEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { itemsByCategory, searchItems } from '#contract/price-list.ts'
import type { PublicPriceList } from '#contract/schemas/price-list.ts'
import { isWebsite, websiteOf } from '#contract/website.ts'
import { PracticeLogo } from '#src/features/practice/practice-logo.tsx'
import { PriceSections, sectionId } from '#src/features/prices/price-sections.tsx'
import { showVisitedColour } from '#src/lib/practice-colours.ts'
import { Day } from '#src/ui/data/day.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button, LinkButton } from '#src/ui/forms/button.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './public-prices.module.css'

interface PublicPricesProps {
  list: PublicPriceList
  search: string
  onSearch: (text: string) => void
}

/** Published prices of a practice, with an index, a search and its contact details. */
export function PublicPrices({ list, search, onSearch }: PublicPricesProps) {
  const { practice, items } = list
  const intl = useIntl()
  // The style sheet is outside of React. A layout effect changes it before the next paint.
  useLayoutEffect(() => void showVisitedColour(practice.colour).catch(() => {}), [practice.colour])
  const categories = itemsByCategory(items).map(({ category }) => category)
  const found = searchItems(items, search)
  return (
    <>
      <title>{`${intl.formatMessage({ id: 'core.prices.title' })} · ${practice.name}`}</title>
      <div className={styles.logo}>
        <PracticeLogo practice={practice} />
      </div>
      <PageHead
        title={<FormattedMessage id="core.prices.of" values={{ practice: practice.name }} />}
        lead={items.length > 0 && <Terms list={list} />}
        actions={
          items.length > 0 && (
            <div className="no-print">
              <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
                <FormattedMessage id="core.prices.print" />
              </Button>
            </div>
          )
        }
      />
      {items.length === 0 ? (
        <Panel>
          <Empty icon={ReceiptEuro} title={<FormattedMessage id="core.prices.noneTitle" />}>
            <FormattedMessage id="core.prices.none" />
          </Empty>
        </Panel>
      ) : (
        <>
          <SearchBar label={intl.formatMessage({ id: 'core.prices.search' })} value={search} onSearch={onSearch} />
          {!search && categories.length > 1 && <Index practiceId={practice.id} categories={categories} />}
          <p role="status" className={search ? 'muted small' : 'hidden-text'}>
            {search && <FormattedMessage id="core.prices.found" values={{ count: found.length, search }} />}
          </p>
          {found.length > 0 ? (
            <PriceSections items={found} categories={categories} />
          ) : (
            <Panel>
              <Empty
                title={<FormattedMessage id="core.prices.noMatchTitle" />}
                actions={
                  <LinkButton onClick={() => onSearch('')}>
                    <FormattedMessage id="core.prices.all" />
                  </LinkButton>
                }
              >
                <FormattedMessage id="core.prices.noMatch" />
              </Empty>
            </Panel>
          )}
        </>
      )}
      <Contact practice={practice} />
    </>
  )
}

/** Since when the prices apply, that they include VAT, and what a lowest price means. */
function Terms({ list: { validFrom, items } }: { list: PublicPriceList }) {
  return (
    <>
      {validFrom && (
        <>
          <FormattedMessage
            id="core.prices.since"
            values={{ date: <Day date={validFrom} day="numeric" month="long" year="numeric" /> }}
          />{' '}
        </>
      )}
      <FormattedMessage id="core.prices.vat" />
      {items.some(({ from }) => from) && (
        <>
          {' '}
          <FormattedMessage id="core.prices.fromText" />
        </>
      )}
    </>
  )
}

/** Links to the sections of the page. */
function Index({ practiceId, categories }: { practiceId: string; categories: readonly string[] }) {
  const intl = useIntl()
  return (
    <nav aria-label={intl.formatMessage({ id: 'core.prices.index' })}>
      <ul className={styles.index}>
        {categories.map((category, index) => (
          <li key={category}>
            <Link to="/prices/$practiceId" params={{ practiceId }} hash={sectionId(index)}>
              {category}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Contact({ practice }: { practice: PublicPriceList['practice'] }) {
  const { name, phone, bookingUrl } = practice
  const website = websiteOf(practice)
  return (
    <Panel as="section" padded className={styles.contact} aria-labelledby="prices-contact">
      <h2 id="prices-contact">
        <FormattedMessage id="core.prices.contact" values={{ practice: name }} />
      </h2>
      <p className="muted">
        <FormattedMessage id="core.prices.ask" />
      </p>
      <p className={styles.ways}>
        {phone && (
          <PhoneLink phone={phone}>
            <Phone />
            {phone}
          </PhoneLink>
        )}
        {website && (
          <a href={website} target="_blank" rel="noopener noreferrer">
            <Globe />
            {new URL(website).hostname}
          </a>
        )}
        {bookingUrl && isWebsite(bookingUrl) && (
          <a className="no-print" href={bookingUrl} target="_blank" rel="noopener noreferrer">
            <CalendarPlus />
            <FormattedMessage id="core.prices.book" />
          </a>
        )}
        <Link className="no-print" to="/">
          <LogIn />
          <FormattedMessage id="core.prices.portal" />
        </Link>
      </p>
    </Panel>
  )
}
