import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { supportStarted } from '@/api/session'
import { FormDialog, nameRule, rangeRule, typedFields } from '@/kit/form'
import { sendPendingStops } from '@/kit/pendingStops'
import { HOME } from '@/kit/redirects'
import { useStartSupportSessionMutation, type DealerProject } from './api'

const MINUTES = { min: 5, max: 480, usual: 60 }
const schema = z.object({ reason: nameRule(500), minutes: rangeRule(MINUTES.min, MINUTES.max) })
const F = typedFields<z.input<typeof schema>>()

interface Props {
  project: DealerProject
  onClose: () => void
}

/** Before a dealer enters a project: why, and for how long. The project's audit log keeps both. */
export function SupportDialog({ project, onClose }: Props) {
  const { t } = useTranslation('projects')
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [start] = useStartSupportSessionMutation()
  // The dialog closes after it is approved; by then this list is no longer the place to be.
  const isEntered = useRef(false)
  return (
    <FormDialog
      title={t('support.title', { name: project.name })}
      schema={schema}
      initial={{ reason: '', minutes: MINUTES.usual }}
      action={t('support.enter')}
      width={440}
      onClose={() => (isEntered.current ? void navigate(HOME) : onClose())}
      onApprove={async (values) => {
        const startedAt = Date.now()
        const session = await start({
          id: project.id,
          body: values,
        }).unwrap()
        const { token, refresh } = session
        const entered = session.project ?? {
          id: project.id,
          uid: project.uid,
          name: project.name,
          description: project.description ?? '',
          is_support: true,
        }
        await sendPendingStops()
        dispatch(
          supportStarted({
            session: { token, refresh, project: entered },
            endsAt: startedAt + values.minutes * 60_000,
          }),
        )
        isEntered.current = true
      }}
    >
      <p>{t('support.text')}</p>
      <br />
      <F.TextArea name="reason" label={t('support.reason')} rows={2} maxLength={500} isRequired />
      <F.Number
        name="minutes"
        label={t('support.minutes')}
        min={MINUTES.min}
        max={MINUTES.max}
        isRequired
      />
    </FormDialog>
  )
}
