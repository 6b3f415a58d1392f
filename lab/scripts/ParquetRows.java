import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes rows by parquet-mr: ROWS CODEC v1|v2 DICTIONARY FILE. ROWS has id, text, tags and contents, by tabs and bars. */
public class ParquetRows {
	public static void main(String[] args) throws Exception {
		MessageType type = MessageTypeParser.parseMessageType("""
			message row {
			  required int64 id;
			  optional binary text (STRING);
			  optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
			  optional group messages (LIST) { repeated group list { optional group element {
			    optional binary role (STRING); optional binary content (STRING); } } }
			  optional group attrs (MAP) { repeated group key_value {
			    required binary key (STRING); optional binary value (STRING); } }
			}""");
		SimpleGroupFactory groups = new SimpleGroupFactory(type);
		try (ParquetWriter<Group> out = ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(args[4]))
				.withType(type).withConf(new Configuration()).withCompressionCodec(CompressionCodecName.valueOf(args[1]))
				.withWriterVersion(args[2].equals("v2") ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
				.withWriteMode(ParquetFileWriter.Mode.OVERWRITE).withDictionaryEncoding(Boolean.parseBoolean(args[3])).build()) {
			for (String line : Files.readAllLines(Path.of(args[0]))) {
				String[] field = line.split("\t", -1);
				Group row = groups.newGroup();
				row.add("id", Long.parseLong(field[0]));
				if (!field[1].equals("\\N")) {
					row.add("text", field[1]);
				}
				Group tags = row.addGroup("tags"), messages = row.addGroup("messages"), attrs = row.addGroup("attrs");
				for (String tag : field[2].isEmpty() ? new String[0] : field[2].split("\\|", -1)) {
					tags.addGroup("list").add("element", tag);
				}
				for (String content : field[3].isEmpty() ? new String[0] : field[3].split("\\|", -1)) {
					Group message = messages.addGroup("list").addGroup("element");
					message.add("role", "user");
					message.add("content", content);
					Group attr = attrs.addGroup("key_value");
					attr.add("key", content.substring(0, 3));
					attr.add("value", content);
				}
				out.write(row);
			}
		}
	}
}
