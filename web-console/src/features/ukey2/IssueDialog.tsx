import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { usersApi } from '@/api/generated/users'
import { userSource } from '@/features/users'
import { FormDialog, refRule, typedFields } from '@/kit/form'
import { useAttempt } from '@/kit/feedback'
import { useIssueUkey2KeyMutation } from './api'

const schema = z
  .object({ user: refRule.nullable(), client: z.number().nullable(), replace: z.boolean() })
  .superRefine(({ user, client }, context) => {
    const require = (path: string, value: unknown) => {
      if (value === null) context.addIssue({ code: 'custom', path: [path], message: 'required' })
    }
    require('user', user)
    require('client', client)
  })
type IssueForm = z.input<typeof schema>
const F = typedFields<IssueForm>()

/** Issues the key of an installation in which a user is signed in. */
export default function IssueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ukey2')
  const attempt = useAttempt()
  const [issue] = useIssueUkey2KeyMutation()
  return (
    <FormDialog
      title={t('issue.title')}
      schema={schema}
      initial={{ user: null, client: null, replace: false }}
      action={t('issue.action')}
      width={440}
      onClose={onClose}
      onApprove={({ user, client, replace }) =>
        attempt(async () => {
          const request = { user_id: user?.id ?? 0, mobile_client_id: client ?? 0, replace }
          await issue({ issueUkey2KeyRequestInput: request }).unwrap()
          return t('issue.done', { name: user?.name })
        })
      }
    >
      <F.Ref name="user" label={t('fields.user')} source={userSource} isRequired />
      <ClientField />
      <F.Switch name="replace" label={t('issue.replace')} help={t('issue.replaceHelp')} />
    </FormDialog>
  )
}

/** The installations in which the chosen user is signed in. */
function ClientField() {
  const { t } = useTranslation('ukey2')
  const user = useWatch<IssueForm, 'user'>({ name: 'user' })
  const { data } = usersApi.useListMobileClientsQuery(
    { id: user?.id ?? 0 },
    { skip: !user, refetchOnMountOrArgChange: true },
  )
  const clients = user ? (data?.items ?? []) : []
  const isNowhere = Boolean(user && data && clients.length === 0)
  return (
    <F.Select
      name="client"
      label={t('fields.phone')}
      help={isNowhere ? t('issue.nowhere') : undefined}
      disabled={!user && t('issue.userFirst')}
      options={clients.map(({ id, platform, info }) => ({
        value: id,
        label: [platform, info].filter(Boolean).join(' · '),
      }))}
      isRequired
    />
  )
}
