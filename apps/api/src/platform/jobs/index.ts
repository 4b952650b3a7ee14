export { defineJob, bindJob, type Job, type JobBinding, type JobOrder, type JobRun } from './job.ts';
export { enqueueJob } from './enqueue.ts';
export { createJobs, getJobs, wakeJobs, type Jobs } from './runner.ts';
