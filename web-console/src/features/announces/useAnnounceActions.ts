import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import {
  usePreviewAnnounceMutation,
  useRemindAnnounceMutation,
  useStartAnnounceMutation,
  useStopAnnounceMutation,
  type Announce,
  type AnnounceInput,
} from './api'

/** To start, stop and repeat an announce. What reaches people is counted before, and confirmed. */
export function useAnnounceActions() {
  const { t } = useTranslation('announces')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [preview] = usePreviewAnnounceMutation()
  const [startCall] = useStartAnnounceMutation()
  const [stopCall] = useStopAnnounceMutation()
  const [remindCall] = useRemindAnnounceMutation()

  const attempt = async (act: () => Promise<string>) => {
    try {
      alerts.success(await act())
    } catch (error) {
      alerts.error(errorText(error))
    }
  }

  const start = (announce: Announce) =>
    attemptWith(async () => {
      const counted = await preview({ announceInput: asInput(announce) }).unwrap()
      const isSure = await confirm({
        title: t('start.title', { count: counted.recipients }),
        text: t('start.text', { email: counted.by_email, app: counted.in_app }),
        action: announce.execute_at ? t('start.schedule') : t('start.action'),
      })
      if (!isSure) return
      await attempt(async () => {
        const started = await startCall({ id: announce.id, body: {} }).unwrap()
        return started.status === 'scheduled' ? t('start.scheduled') : t('start.done')
      })
    })

  const attemptWith = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      alerts.error(errorText(error))
    }
  }

  const stop = async (announce: Announce) => {
    const isScheduled = announce.status === 'scheduled'
    const isSure =
      isScheduled ||
      (await confirm({
        title: t('stop.title', { name: announce.name }),
        text: t('stop.text'),
        action: t('stop.action'),
      }))
    if (!isSure) return
    await attempt(async () => {
      await stopCall({ id: announce.id, body: {} }).unwrap()
      return isScheduled ? t('stop.unscheduled') : t('stop.done')
    })
  }

  const remind = (announce: Announce) =>
    attempt(async () => {
      const { reminded } = await remindCall({ id: announce.id, body: {} }).unwrap()
      return t('remind.done', { count: reminded })
    })

  return { start, stop, remind }
}

/** What the preview counts of a saved announce. */
export const asInput = (announce: Announce): AnnounceInput => ({
  name: announce.name,
  description: announce.description,
  subject: announce.subject,
  type: announce.type ?? 'info',
  type_info: announce.type_info ?? undefined,
  send_via: announce.send_via ?? 'email',
  body: announce.body,
  use_owner_info: announce.use_owner_info,
  users: announce.users,
  domains: announce.domains,
  execute_at: announce.execute_at,
  ends_at: announce.ends_at,
  is_anonymous: announce.is_anonymous,
})
