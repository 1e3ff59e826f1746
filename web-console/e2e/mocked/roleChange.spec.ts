import { expect, test } from '@playwright/test'
import { enter } from './api'
import { answerPeople } from './people'

test('a role change takes the menu item and the page away while somebody looks', async ({
  page,
}) => {
  const { rights } = await answerPeople(page)
  let push: (text: string) => void = () => undefined
  await page.routeWebSocket('**/api/v0/ws**', (socket) => {
    push = (text) => socket.send(text)
  })
  await enter(page)
  await page.goto('/audit-events')
  const item = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Audit' })
  await expect(item).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()

  rights.delete('can_view_audit')
  push(
    JSON.stringify({
      topic: 'private-app-changes',
      data: { type: 'RoleChangedEvent', roleId: 1 },
    }),
  )
  await expect(page.getByText('Your rights have changed')).toBeVisible()
  await expect(item).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeHidden()
  await expect(page.getByText('403')).toBeVisible()
})
