import { useState } from 'react'
import { useStore } from 'react-redux'
import { alerts } from '../alerts'
import { useErrorText } from '../errors'
import { fileName } from './fileName'
import { saveBlob } from './save'
import { download } from './transfer'

/**
 * Fetches a file and keeps it: `const [save, isSaving] = useDownload()`. The name is the server's,
 * or the fallback. What went wrong is said as an alert; the answer tells whether the file came.
 */
export function useDownload() {
  const store = useStore()
  const errorText = useErrorText()
  const [isSaving, setSaving] = useState(false)
  const save = async (path: string, fallback: string): Promise<boolean> => {
    setSaving(true)
    try {
      const { blob, disposition } = await download(store, path)
      saveBlob(blob, fileName(disposition, fallback))
      return true
    } catch (error) {
      alerts.error(errorText(error))
      return false
    } finally {
      setSaving(false)
    }
  }
  return [save, isSaving] as const
}
