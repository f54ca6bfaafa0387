import { expect, test } from './portal.ts'
import { enterAs, heading } from './steps.ts'

// What a screen reader reads aloud from the beginning of a page.

test('the first page says first what must be done, then what is planned, then who to ask', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/portal/reminders?active=true')
  await expect(page.getByRole('list', { name: 'Wat verder aandacht vraagt' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Herinneringen" [level=1]
      - paragraph: 20 keer zorg gepland voor uw 4 dieren.
      - group "Toon herinneringen"
      - combobox "Dier"
      - region /.+/:
        - paragraph: /\\d+ dagen te laat/
        - heading /.+/ [level=2]
        - paragraph: /.+/
        - link "Online afspraak maken"
        - link "Bel voor een afspraak"
        - link "Mail voor een afspraak"
      - list "Wat verder aandacht vraagt":
        - listitem:
          - link /\\d+ herinneringen te laat/
        - listitem:
          - link /€ .+ te betalen/
        - listitem:
          - link /.+/
      - list /Herinneringen per maand/
      - heading "Te laat" [level=2]
      - list:
        - listitem:
          - time: /.+/
          - text: /\\d+ dagen te laat/
          - button /Zet in uw agenda/
      - heading "Komende drie maanden" [level=2]
      - heading "Later" [level=2]
      - button "Alles in uw agenda zetten"
      - complementary "Uw praktijk":
        - heading "Uw praktijk" [level=2]
  `)
})

test('an animal: who it is, the ways to look at it, what happened, what is planned', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/patients')
  await page.getByRole('link', { name: 'Bella' }).click()
  await expect(heading(page, 'Bella')).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Dieren"
      - heading "Bella" [level=1]
      - paragraph: Hond, Stabij
      - paragraph:
        - strong: Let op
        - text: Allergisch voor penicilline
      - term: Geboren
      - definition: /.+/
      - navigation "Over Bella":
        - link "Logboek"
        - link "Kaart & vaccinaties"
        - link "Alles bij elkaar"
      - region "Logboek":
        - heading "Logboek" [level=2]
        - group "Periode van het logboek"
        - group "Kies een periode"
        - list "Logboek":
          - listitem: /\\d{4}/
          - listitem:
            - time: /.+/
            - heading /.+/ [level=3]
      - complementary "Herinneringen":
        - heading "Herinneringen" [level=2]
        - list
  `)
})
