import { expect, test, type Page } from '@playwright/test'
import { signInAs } from './api'
import { capture, LOOKS, useLook } from './looks'
import { CATALOGUE, answerPeople, profile } from './people'
import { damaged, deadLetters, installation, sound, unknownPods } from './systemData'

/** Somebody with a dealer's account, on the page of the system. */
async function openAsDealer(page: Page, info: object, locale: 'en' | 'ru' = 'en') {
  const { rights } = await answerPeople(page, { locale })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({ json: { ...profile([...rights], locale), is_dealer: true } }),
  )
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: info }))
  await page.route('**/api/v0/server/installation', (route) =>
    route.fulfill({ json: installation }),
  )
  await page.route('**/api/v0/server/dead-letters?**', (route) =>
    route.fulfill({ json: deadLetters }),
  )
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  await expect(page.getByText('site.example:443')).toBeVisible()
}

/** The page of the system, looked at and checked by axe: all well, and in the middle of trouble. */
for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)
    for (const [name, info] of Object.entries({ sound, damaged })) {
      test(`the system, ${name}`, async ({ page }) => {
        test.slow()
        await answerPeople(page, { locale: look.locale })
        await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: info }))
        await signInAs(page)
        await expect(page).toHaveURL(/home/)
        await page.goto('/system-info')
        await expect(page.getByText('api-gateway', { exact: true })).toBeVisible()
        await capture(page, `${look.name}-system-${name}`)
      })
    }

    test('the installation and its dead letters', async ({ page }) => {
      test.slow()
      await openAsDealer(page, damaged, look.locale)
      await page.getByRole('heading', { name: /^(Files|Файлы)$/ }).scrollIntoViewIfNeeded()
      await capture(page, `${look.name}-system-installation`)
      await page.getByRole('button', { name: /^(Show|Показать) 7$/ }).click()
      await expect(page.getByText('identity.user.changed')).toBeVisible()
      await capture(page, `${look.name}-system-dead-letters`)
    })
  })
}

test('a service that does not answer is told apart, and what could not be taken is said', async ({
  page,
}) => {
  await answerPeople(page, { locale: 'en' })
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: damaged }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  const silent = page.getByRole('listitem').filter({ hasText: 'it does not answer' })
  await expect(silent.getByText('telephony', { exact: true })).toBeVisible()
  await expect(silent.getByText('Not ready', { exact: true })).toBeVisible()
  await expect(page.getByText(/7 events could not be taken/)).toBeVisible()
  await expect(page.getByText(/an upgrade is under way/)).toBeVisible()
})

test('who may see the system finds it in the menu', async ({ page }) => {
  expect(CATALOGUE.map(([, code]) => code)).toContain('can_view_system_info')
  await answerPeople(page, { locale: 'en' })
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: sound }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.getByRole('link', { name: 'System', exact: true }).click()
  await expect(page).toHaveURL(/system-info/)
  await expect(page.getByText('9 / 9')).toBeVisible()
})

test('pods are told with how often and why they began again, or that nobody knows', async ({
  page,
}) => {
  await answerPeople(page, { locale: 'en' })
  let info: object = damaged
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: info }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  const killed = page.getByRole('listitem').filter({ hasText: 'site-access-5c7d9f-x2k4q' })
  await expect(killed.getByText('OOMKilled')).toBeVisible()
  info = unknownPods
  await page.getByRole('button', { name: 'Ask now' }).click()
  await expect(page.getByText('The pods are not known')).toBeVisible()
})

test('a dealer looks at dead letters and puts them back, all or some', async ({ page }) => {
  await openAsDealer(page, damaged)
  const sent: unknown[] = []
  await page.route('**/api/v0/server/dead-letters/replay', (route) => {
    const body = route.request().postDataJSON() as { ids: string[] }
    sent.push(body)
    return route.fulfill({ json: { replayed: body.ids.length || 7 } })
  })
  await page.getByRole('button', { name: 'Show 7' }).click()
  const dialog = page.getByRole('dialog', { name: /notifications could not process/ })
  await expect(dialog.getByText('3 of 7 are shown.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /identity.user.changed/ }).check()
  await dialog.getByRole('button', { name: 'Put 1 back' }).click()
  await page.getByRole('button', { name: 'Put back', exact: true }).click()
  await expect(page.getByText('1 event is back in the queue')).toBeVisible()
  await dialog.getByRole('button', { name: 'Put all back' }).click()
  await page.getByRole('button', { name: 'Put back', exact: true }).click()
  await expect(page.getByText('7 events are back in the queue')).toBeVisible()
  expect(sent).toEqual([
    { service: 'notifications', ids: [deadLetters.items[1]?.id] },
    { service: 'notifications', ids: [] },
  ])
})

test('who is no dealer sees how services are, and nothing of the installation', async ({
  page,
}) => {
  const { rights } = await answerPeople(page, { locale: 'en' })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({ json: { ...profile([...rights], 'en'), is_dealer: false } }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/api/v0/server/info', (route) => route.fulfill({ json: damaged }))
  await signInAs(page)
  await expect(page).toHaveURL(/home/)
  await page.goto('/system-info')
  await expect(page.getByText(/7 events could not be taken/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show 7' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Certificates' })).toHaveCount(0)
  expect(asked).not.toContain('/api/v0/server/installation')
})
