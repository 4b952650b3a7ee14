/** Names such as `__init__`, without their underscores: those of Python, and a few of JavaScript and PHP. Ordinary words are left out. */
export const SPECIAL_NAMES =
  'add|aenter|aexit|aiter|all|anext|annotations|bool|builtins|bytes|call|class|construct|contains|deepcopy|del|delattr|delitem|dict|dir|' +
  'dirname|doc|enter|eq|exit|file|filename|floordiv|func|future|ge|get|getattr|getattribute|getitem|getstate|globals|gt|hash|iadd|init|' +
  'isub|iter|le|len|lt|main|matmul|mocks|module|mro|mul|name|ne|new|next|proto|pycache|qualname|radd|reduce|repr|reversed|rmul|rsub|set|' +
  'setattr|setitem|setstate|sizeof|slots|str|subclasses|tests|truediv|typename|version|weakref';
