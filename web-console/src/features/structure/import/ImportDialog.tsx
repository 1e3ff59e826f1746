import { InboxOutlined } from '@ant-design/icons'
import { Button, Flex, Modal, Select, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { Reason } from '@/kit/feedback'
import { useRoleOptions } from '../api'
import styles from './import.module.css'
import { ImportVerdict } from './ImportVerdict'
import { Progress } from './Progress'
import { useImport } from './useImport'

interface Props {
  group: Ref
  onClose: () => void
}

const MAX_BYTES = 64 * 1024 * 1024

/** A table of groups, users and identifiers: chosen, checked row by row, then imported. */
export function ImportDialog({ group, onClose }: Props) {
  const { t } = useTranslation(['structure', 'common'])
  const run = useImport(group.id)
  const isRunning = run.running !== undefined
  const isDone = run.verdict?.kind === 'imported'
  const whyNot =
    (!run.file && t('import.chooseFirst')) ||
    (run.verdict?.kind === 'refused' && t('import.correctFirst'))
  return (
    <Modal
      open
      width={720}
      title={t('import.title', { name: group.name })}
      onCancel={onClose}
      mask={{ closable: !isRunning }}
      footer={
        isDone ? (
          <Button type="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        ) : (
          <Flex gap={8} justify="end">
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button
              disabled={!run.file || run.running === 'import'}
              loading={run.running === 'check'}
              onClick={() => void run.check()}
            >
              {t('import.check')}
            </Button>
            <Reason why={whyNot}>
              <Button
                type="primary"
                disabled={Boolean(whyNot) || run.running === 'check'}
                loading={run.running === 'import'}
                onClick={() => void run.importAll()}
              >
                {t('import.action')}
              </Button>
            </Reason>
          </Flex>
        )
      }
    >
      {!isDone && <Choice run={run} isRunning={isRunning} />}
      {isRunning && <Progress token={run.token} sent={run.sent} />}
      {run.verdict && !isRunning && <ImportVerdict verdict={run.verdict} />}
    </Modal>
  )
}

interface ChoiceProps {
  run: ReturnType<typeof useImport>
  isRunning: boolean
}

function Choice({ run, isRunning }: ChoiceProps) {
  const { t } = useTranslation('structure')
  const roles = useRoleOptions()
  const choose = (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) alerts.error(t('import.wrongType'))
    else if (file.size > MAX_BYTES) alerts.error(t('import.tooLarge'))
    else run.choose(file)
    // The file is sent by the buttons, not by the drop.
    return false
  }
  return (
    <>
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        disabled={isRunning}
        beforeUpload={choose}
        showUploadList={false}
      >
        <InboxOutlined className={styles.sign} aria-hidden />
        <p className={styles.file}>{run.file ? run.file.name : t('import.drop')}</p>
        <p className={styles.hint}>{run.file ? t('import.another') : t('import.kinds')}</p>
      </Upload.Dragger>
      <p className={styles.columns}>{t('import.columns')}</p>
      <label className={styles.role}>
        <span>{t('import.role')}</span>
        <Select
          allowClear
          disabled={isRunning}
          value={run.roleId}
          onChange={run.chooseRole}
          options={roles.options}
          loading={roles.isLoading}
          placeholder={t('import.noRole')}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </label>
    </>
  )
}
