// A title may have a script of its own.
document.documentElement.dataset.toy = "here";
