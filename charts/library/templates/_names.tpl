{{/*
Every template here takes a "part": a dict of
  root       the chart's own context ($)
  name       of the part, as identity or kamailio: its label and the end of its objects' names
  component  what it is in the whole: service, job, database ... (a label)
*/}}

{{- define "library.fullname" -}}
{{- printf "%s-%s" (include "library.release" .root) .name | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{/* The release's name, without saying the chart's twice. */}}
{{- define "library.release" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "library.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "library.labels" -}}
{{ include "library.selector" . }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/part-of: vestibule
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.global.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "library.metadata" -}}
name: {{ include "library.fullname" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "library.labels" . | nindent 2 }}
{{- end }}

{{/* dict "name" "template": a Job cannot be changed, so one with another template has another name. */}}
{{- define "library.jobName" -}}
{{ .name }}-{{ .template | sha256sum | trunc 8 }}
{{- end }}
