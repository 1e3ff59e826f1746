import { expect, test } from '@playwright/test'
import { signInAs } from './api'
import { answerEstate } from './estate'
import { capture, LOOKS, useLook } from './looks'

/** Groups, their settings and those of the project, looked at and checked by axe. */
const PAGES = {
  groups: [
    ['group-tree', '/groups?tab=tree'],
    ['group-found', '/groups?tab=tree&search=tower'],
    ['group-drawer', '/groups?preview=2'],
  ],
  'a group': [
    ['group-page', '/groups/2'],
    ['group-general', '/groups/2/edit'],
    ['group-users', '/groups/2/edit?tab=users'],
    ['group-white-label', '/groups/2/edit?tab=whiteLabel'],
    ['group-wallet', '/groups/2/edit?tab=wallet'],
    ['group-guests', '/groups/2/edit?tab=guestLimits'],
    ['group-notify', '/groups/2/edit?tab=notifications'],
    ['group-forward', '/groups/2/edit?tab=forward'],
    ['group-trunk', '/groups/2/edit?tab=trunk'],
    ['group-integrations', '/groups/2/edit?tab=integrations'],
    ['group-templates', '/groups/2/edit?tab=mailTemplates'],
  ],
  dialogs: [
    ['group-move', '/groups?tab=tree&dialog=move:2:3'],
    ['group-delete', '/groups?dialog=delete:2'],
    ['group-generate', '/groups?dialog=generate:2'],
    ['group-import', '/groups?dialog=import:2'],
    ['group-export', '/groups?dialog=export:2'],
    ['group-type', '/general-settings?tab=groupTypes&dialog=edit:3'],
  ],
  settings: [
    ['settings-general', '/general-settings'],
    ['settings-mail', '/general-settings?tab=mail'],
    ['settings-sip', '/general-settings?tab=sip'],
    ['settings-broker', '/general-settings?tab=broker'],
    ['settings-push', '/general-settings?tab=push'],
    ['settings-white-label', '/general-settings?tab=whiteLabel'],
    ['settings-wallet', '/general-settings?tab=wallet'],
    ['settings-provider', '/general-settings?tab=identityProvider'],
    ['settings-types', '/general-settings?tab=groupTypes'],
    ['settings-templates', '/general-settings?tab=mailTemplates'],
    ['settings-integrations', '/general-settings?tab=integrations'],
    ['settings-webhooks', '/general-settings?tab=webhooks'],
  ],
  'mails and other systems': [
    ['template', '/mail-templates/1/edit'],
    ['integration', '/integration/1/edit'],
    ['integration-new', '/integration/add'],
    ['webhook', '/webhooks/1/edit'],
    ['webhook-new', '/webhooks/add'],
    ['webhook-server', '/webhooks/1/edit?tab=server'],
    ['webhook-deliveries', '/webhooks/1/edit?tab=deliveries'],
  ],
} as const

for (const look of LOOKS) {
  test.describe(look.name, () => {
    useLook(look)

    for (const [group, pages] of Object.entries(PAGES)) {
      test(group, async ({ page }) => {
        const sent = await answerEstate(page, { locale: look.locale })
        sent.isBlocked = true
        await signInAs(page)
        await expect(page).toHaveURL(/home/)
        for (const [name, path] of pages) {
          await page.goto(path)
          if (path.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible()
          // The preview of a mail lets no script in, not even that of axe.
          await capture(page, `${look.name}-${name}`, 'iframe')
        }
      })
    }
  })
}
