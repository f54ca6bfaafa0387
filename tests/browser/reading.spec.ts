import { expect, test } from './portal.ts'
import { enterAs, heading } from './steps.ts'

// Snapshots of the accessibility tree show the order in which a screen reader reads a page.

test('the first page has the reading order: medicines, due, to pay, new, reminders, contact', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/portal/reminders?active=true')
  await expect(page.getByRole('region', { name: 'Nieuw', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Vandaag" [level=1]
      - paragraph: /4 te laat, \\d deze maand/
      - region "Nu geven":
        - list:
          - listitem:
            - link /.+/
      - region "Nu doen":
        - heading "Nu doen" [level=2]
        - list:
          - listitem:
            - strong: Bella
            - text: /is \\d+ dagen te laat/
            - button /Afspraak maken/
      - region "Te betalen":
        - list:
          - listitem:
            - text: /€ .+/
            - link "Betalen"
      - region "Nieuw":
        - list:
          - listitem:
            - link /.+/
      - region "Herinneringen":
        - group "Toon herinneringen"
        - combobox "Dier"
        - list /Herinneringen per maand/
        - group:
          - heading "Komende drie maanden" [level=3]
        - group:
          - heading "Later" [level=3]
        - button "Alles in uw agenda zetten"
      - complementary "Uw praktijk":
        - heading "Uw praktijk" [level=2]
  `)
})

test('the page of an animal has the reading order: identity, views, reminders, vaccinations, logbook', async ({
  page,
}) => {
  await enterAs(page, 'owner')
  await page.goto('/client/patients')
  await page.getByRole('link', { name: 'Bella' }).click()
  await expect(heading(page, 'Bella')).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Dieren"
      - heading "Bella" [level=1]
      - paragraph: /Hond, Stabij · \\d+ jaar/
      - paragraph:
        - strong: Let op
        - text: Allergisch voor penicilline
      - term: Geboren
      - navigation "Over Bella":
        - link "Logboek"
        - link "Dierkaart"
        - link "Tijdlijn"
      - complementary "Herinneringen":
        - heading "Herinneringen" [level=2]
        - list
      - heading "Vaccinaties" [level=2]
      - table "Vaccinaties"
      - region "Logboek":
        - heading "Logboek" [level=2]
        - group "Periode van het logboek"
        - group "Kies een periode"
        - list "Logboek":
          - listitem: /\\d{4}/
          - listitem:
            - time: /.+/
            - heading /.+/ [level=3]
  `)
})
