import { findFullFolders } from './borders/folders.ts';
import { readGraph } from './borders/graph.ts';
import { findBrokenBorders } from './borders/rules.ts';

const graph = await readGraph(process.cwd());
if (graph.files.length === 0) throw new Error('No source file was read, so nothing was checked.');
const broken = [...findBrokenBorders(graph), ...findFullFolders(process.cwd())];
for (const line of broken) console.error(line);
console.log(`${graph.files.length} files, ${graph.edges.length} imports, ${broken.length} borders broken`);
if (broken.length > 0) process.exitCode = 1;
