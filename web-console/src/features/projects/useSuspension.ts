import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useConfirm } from '@/kit/feedback'
import { useUpdateProject, type DealerProject } from './api'

/** Suspends and resumes projects. Whom it locks out, they cannot undo: so it is asked first. */
export function useSuspension() {
  const { t } = useTranslation('projects')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [update] = useUpdateProject()
  const set = async ({ id }: DealerProject, is_suspended: boolean, text: string) => {
    try {
      await update({ id, body: { is_suspended } }).unwrap()
      alerts.success(text)
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return {
    suspend: async (project: DealerProject) => {
      const { name } = project
      const question = {
        title: t('suspend.sure', { name }),
        text: t('suspend.text'),
        action: t('suspend.action'),
      }
      if (await confirm(question)) await set(project, true, t('suspend.done', { name }))
    },
    resume: (project: DealerProject) =>
      set(project, false, t('resume.done', { name: project.name })),
  }
}
